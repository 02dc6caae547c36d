"""What Kai teaches fits a phone's screen, in all games: a sentence, and figures behind a button."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

import pytest

from bot.games.faces import face_of
from bot.games.registry import GAMES, adviser_for
from bot.tables import history
from cogs.core.page import Button, Line, Page, Part, Text
from cogs.play import teaching
from cogs.play.coaching import hint_page
from cogs.play.hand import hand
from cogs.play.kai import ROWS, text_rows
from tests.cogs.play.logged import Logged, logged
from tests.cogs.shown import text

STRIDES = (34, 17)
"""Of this many positions of a match, one is looked at: in the quick run and in the thorough one."""

OPTIONS = {"kapow": {"rounds": 2}}
SEATS = {"capit": ("normal", "easy", "normal")}


BUTTONS = 2
"""Rows of text that are as high as a row of buttons."""


def page_rows(parts: Sequence[Part]) -> int:
    """Return how many rows a page of texts and buttons takes."""
    texts = [part.text for part in parts if isinstance(part, Text)]
    others = [1 if isinstance(part, Line) else BUTTONS for part in parts]
    return sum(map(text_rows, texts)) + sum(others) - BUTTONS * len(texts)


@cache
def played(game: str) -> Sequence[Logged]:
    made = logged(game, SEATS.get(game, ("normal", "easy")), 4, OPTIONS.get(game, {}))
    return [at for at in islice(made, 3, 220) if at.state.closed is None]


# Lessons and hints that are looked at: in the quick run and in the thorough one.
LESSONS = (1, 3)
HINTS = (3, 8)


def positions(game: str, *, thorough: bool) -> Sequence[Logged]:
    return played(game)[:: STRIDES[thorough]]


def own_turns(game: str) -> Sequence[Logged]:
    return [at for at in played(game) if at.seat in at.state.to_act][::4][:8]


def labels(page: Page) -> Sequence[str]:
    return [
        each.label
        for part in page.parts
        if isinstance(part, tuple)
        for each in part
        if isinstance(each, Button)
    ]


def explained(at: Logged) -> Iterator[Page]:
    """Yield what is told of Kai's newest turn, page by page."""
    ply = history.over(at.state)
    if ply is None:
        return
    first = teaching.turn(at.state, at.entries, GAMES, ply)
    yield first
    if "Figures" in labels(first) or "Each choice" in labels(first):
        for number in range(12):
            page = teaching.turn(at.state, at.entries, GAMES, ply, number)
            yield page
            if "Next choice" not in labels(page):
                break


def test_rows_are_counted_as_they_are_broken() -> None:
    assert text_rows("") == 0
    assert text_rows("one\n\nthree") == 3
    assert text_rows("word " * 10) == 2
    assert text_rows("**" + "a" * 45 + "**") == 1
    assert page_rows((Text("one"), (Button("a", "b"),))) == 3


@pytest.mark.parametrize("game", GAMES)
def test_kai_s_moves_are_explained_on_one_screen(game: str, *, thorough: bool) -> None:
    pages = [page for at in positions(game, thorough=thorough) for page in explained(at)]
    assert len(pages) >= (5 if thorough else 2)
    for page in pages:
        assert page_rows(page.parts) <= ROWS, text(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_button_that_only_shows_something_has_no_row_of_its_own(game: str) -> None:
    for at in own_turns(game):
        parts = hand(at.state, face_of(at.state.game), at.seat).parts
        *above, last = [labels(Page((part,))) for part in parts if isinstance(part, tuple)]
        assert last[-1] == "More"
        assert ["Recipes"] not in above
        assert ["Sort"] not in above


@pytest.mark.parametrize("game", GAMES)
def test_the_first_answer_says_what_kai_went_for_alone(game: str, *, thorough: bool) -> None:
    for at in positions(game, thorough=thorough):
        for page in islice(explained(at), 1):
            assert text(page).count("**Why?** ") == 1
            assert "A stronger Kai" not in text(page)
            assert "%" not in text(page)


ADVISED = [game for game in GAMES if adviser_for(game)]


@pytest.mark.parametrize("game", ADVISED)
def test_a_hint_s_reason_and_its_figures_have_a_screen_each(game: str, *, thorough: bool) -> None:
    figures = 0
    for at in own_turns(game)[: HINTS[thorough]]:
        hint = teaching.hint(at.state, at.seat)
        first = hint_page(at.state, at.seat, hint, "")
        more = hint_page(at.state, at.seat, hint, "", more=True)
        assert text_rows(hint.sentence) <= 6, hint.sentence
        assert "%" not in text(first)
        for page in (first, more):
            assert page_rows(page.parts) <= ROWS, text(page)
        assert ("Figures" in labels(first)) == ("%" in text(more))
        figures += "%" in text(more)
    assert figures


@pytest.mark.parametrize("game", ADVISED)
def test_what_would_have_been_better_fits_a_screen(game: str, *, thorough: bool) -> None:
    found, wanted = 0, LESSONS[thorough]
    for at in logged(game, SEATS.get(game, ("normal", "easy")), 6, OPTIONS.get(game, {}), 1.0):
        entry = at.entries[-1]
        if at.state.closed or entry.kind != "acted" or entry.by != "person":
            continue
        own = teaching.Own(at.state.id, at.seat, at.state.ply)
        if not teaching.is_lesson(own, at.entries, GAMES):
            continue
        for more in (False, True):
            page = teaching.better(at.state, own, at.entries, GAMES, more=more)
            assert page_rows(page.parts) <= ROWS, text(page)
        found += 1
        if found == wanted:
            break
    assert found, "nothing would have been better in the whole match"
