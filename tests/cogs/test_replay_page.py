"""The page of a replay: what it says, and where its controls lead."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.games.faces import face_of
from bot.tables.apply import evolve, open_state
from bot.tables.command import RefusedError
from bot.tables.entries import Acted, Closed, Entry, Occupant, Opened, Person, Place, Started
from bot.tables.entries import TableSetup as Setup
from bot.tables.history import MatchStep, find_step, step_begins
from bot.tables.sight import look
from bot.tables.state import TableState
from cogs.core.page import Button, Menu, Page, Picture, Text
from cogs.play.kai import text_rows
from cogs.replay import replay_page
from tests.cogs.world import PLAYED
from tests.toy_game import TOY

TABLE = "0123456789"


def play(rounds: int, name: str = "Ann") -> tuple[list[Entry], TableState]:
    """Play a match of the toy game: its log, and the table at its end."""
    people = [Person(id=1, name=name), Person(id=2, name="Bob")]
    setup = Setup(game=TOY.name, options={"rounds": rounds})
    seats = tuple(Occupant(person=person) for person in people)
    entries: list[Entry] = [
        Opened(
            at=0, place=Place(guild=1, channel=2), host=people[0], setup=setup, secret="00" * 32
        ),
        Started(at=0, seats=seats, cuts=("", "")),
    ]
    table = evolve(open_state(TABLE, entries[0], PLAYED), entries[1])
    while table.to_act:
        seat = min(table.to_act)
        action = str(TOY.legal(table.position, seat)[0])
        entries.append(Acted(at=0, seat=seat, action=action))
        table = evolve(table, entries[-1])
    entries.append(Closed(at=0, because="finished"))
    return entries, evolve(table, entries[-1])


def pages(rounds: int) -> Iterator[tuple[MatchStep, Page]]:
    """Yield all steps of a match with their pages."""
    entries, now = play(rounds)
    assert now.stage is not None
    for number in range(1, now.stage.turn + 1):
        step = find_step(TABLE, entries, PLAYED, step_begins(number))
        yield step, replay_page(now, step)


def buttons(page: Page) -> list[Button]:
    rows = [part for part in page.parts if isinstance(part, tuple)]
    return [button for row in rows for button in row if isinstance(button, Button)]


def menu(page: Page) -> Menu:
    (found,) = [part for part in page.parts if isinstance(part, Menu)]
    return found


def text(page: Page) -> str:
    return "\n".join(part.text for part in page.parts if isinstance(part, Text))


def test_no_two_controls_of_a_page_are_alike() -> None:
    for _, page in pages(2):
        ids = [menu(page).id, *(button.id for button in buttons(page))]
        assert len(set(ids)) == len(ids) == 6


def test_the_buttons_lead_there_and_the_ends_are_dead() -> None:
    shown = list(pages(2))
    for at, (_, page) in enumerate(shown, 1):
        assert f"Step {at} of {len(shown)} · round " in text(page)
        found = {button.label: button for button in buttons(page)}
        words = {
            label: button.id.removeprefix(f"k1:{TABLE}:replay:") for label, button in found.items()
        }
        shut = {"First": "first", "Back": str(at - 1), "Next": str(at + 1), "Last": "last"}
        assert words == {**shut, "Show all cards": f"{at}="}
        dead = {label for label, button in found.items() if button.disabled}
        assert dead == {1: {"First", "Back"}, len(shown): {"Next", "Last"}}.get(at, set())


@pytest.mark.parametrize(
    ("at", "first", "last"), [(1, 1, 25), (13, 1, 25), (14, 2, 26), (20, 6, 30), (30, 6, 30)]
)
def test_the_menu_has_the_rounds_around_this_one(at: int, first: int, last: int) -> None:
    entries, now = play(2)
    assert now.stage is not None
    step = find_step(TABLE, entries, PLAYED, step_begins(1))
    long = replace(now, stage=replace(now.stage, round=30, turn=60))
    here = MatchStep(step.table, replace(step.stage, round=at, turn=2 * at), step.events)
    found = menu(replay_page(long, here))
    assert [choice.value for choice in found.choices] == list(map(str, range(first, last + 1)))
    assert not any(choice.chosen for choice in found.choices)


def test_the_rounds_are_those_that_were_played() -> None:
    """A match that could have had ten rounds, and had two, has two."""
    entries, now = play(2)
    assert now.stage is not None
    early = replace(now, stage=replace(now.stage, rounds=10))
    page = replay_page(early, find_step(TABLE, entries, PLAYED, step_begins(1)))
    assert "round 1 of 2" in text(page)
    assert len(menu(page).choices) == 2


def test_the_picture_is_described_and_only_scored_rounds_have_results() -> None:
    shown, rows = list(pages(2)), set()
    for step, page in shown:
        happened = page.parts[4]
        assert isinstance(happened, Text)
        rows.add(text_rows(happened.text))
        (drawn,) = [part for part in page.parts if isinstance(part, Picture)]
        assert drawn.alt
        results = face_of(TOY).results(look(step.table).scene)
        scored = step.stage.paused or step.stage.turn == len(shown)
        assert (results in [part.text for part in page.parts if isinstance(part, Text)]) == scored
    assert any(step.stage.paused for step, _ in shown)
    assert len(rows) == 1, "the buttons stay at their height"


def test_all_cards_are_shown_of_a_match_that_is_over_alone() -> None:
    entries, now = play(2)
    step = find_step(TABLE, entries, PLAYED, step_begins(2))
    page = replay_page(now, step, opened=True)
    assert all(each.id.endswith("=") for each in buttons(page) if each.label != "Hide cards")
    with pytest.raises(RefusedError):
        replay_page(replace(now, closed=None), step, opened=True)


def test_names_are_escaped() -> None:
    entries, now = play(1, "**Ann**")
    page = replay_page(now, find_step(TABLE, entries, PLAYED, step_begins(2)))
    assert "\\*\\*Ann\\*\\*" in text(page)
    assert "**Ann" not in text(page)
