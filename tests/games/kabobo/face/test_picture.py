from dataclasses import replace

import pytest

from bot.face.canvas import _sprite
from bot.games.kabobo.face import FACE
from bot.games.kabobo.face.picture import layout
from bot.games.kabobo.face.sprites import THEME, LaidArt
from bot.games.kabobo.rules.cards import DECK, JOKER, Spot
from bot.games.kabobo.rules.view import Laid, LookedAt, Traded
from tests.games.kabobo.face.scenes import painted, scene
from tests.games.kabobo.rules.at import at, do

TABLE = """
    ?3D *?QH 9S ?4C
    ?JS ?KD *AH ?X
    """


@pytest.mark.parametrize("own", [None, 0, 1])
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_number_of_seats_fits(seats: int, own: int | None) -> None:
    plan = layout(seats, own)
    for seat, panel in enumerate(plan.seating.panels):
        boxes = [*plan.places[seat], plan.lines[seat], plan.skewers[seat]]
        for box in boxes:
            assert panel.x <= box.x
            assert box.x + box.width <= panel.x + panel.width
            assert panel.y <= box.y
            assert box.y + box.height <= panel.y + panel.height
        rights = [box.x + box.width for box in plan.places[seat]]
        assert all(
            right <= box.x for right, box in zip(rights, plan.places[seat][1:], strict=False)
        )


def test_the_own_cards_are_larger_at_a_small_table() -> None:
    for seats in (2, 3, 4):
        for own in range(seats):
            mine, *others = sorted(
                ((box[0].width, box[0].height) for box in layout(seats, own).places), reverse=True
            )
            assert mine == (70, 100)
            assert all(width <= 60 and height == 84 for width, height in others)


def test_every_card_looks_different() -> None:
    laid = [layout(2).places[0][0], *(seat[0] for seat in layout(4, 3).places)]
    laid.append(layout(6).places[0][0])
    for cell in (*{(box.width, box.height) for box in laid}, (58, 56)):
        drawn = {
            _sprite(LaidArt(cell, THEME.panel, THEME, Laid(card), 1), THEME.palette).tobytes()
            for card in (*set(DECK), None)
        }
        assert len(drawn) == len(set(DECK)) + 1 == 54
    assert JOKER in DECK


@pytest.mark.parametrize(
    "other",
    [
        {"pieces": "3 0"},
        {"caller": "1"},
        {"discard_pile": "7H"},
        {"draw_pile": "8H"},
        {"phase": "drawn", "drawn": "8H"},
        {"to_move": "1"},
        {"number": "2"},
    ],
)
def test_every_difference_is_seen(other: dict[str, str]) -> None:
    usual = {"pieces": "1 0", "discard_pile": "6H"}
    assert painted(at(TABLE, None, **usual)) != painted(at(TABLE, None, **usual | other))


def test_locks_and_open_cards_are_seen() -> None:
    other = [TABLE.replace("*?QH", "?QH"), TABLE.replace("9S", "?9S"), TABLE.replace("9S", "8S")]
    pictures = {painted(at(table)) for table in (TABLE, *other)}
    assert len(pictures) == 4


def test_the_card_drawn_is_shown_to_who_drew_it() -> None:
    """B2.2: everyone else sees a back."""
    states = [at(TABLE, phase="drawn", drawn=card) for card in ("8H", "5S")]
    for seat, told in enumerate(("You have drawn the 8 of hearts.", "Mina has drawn a card.")):
        one, other = (scene(state, seat) for state in states)
        assert (FACE.picture(one) != FACE.picture(other)) is (seat == 0)
        assert told in FACE.alt(one)


def test_a_look_is_marked_and_a_change_is_framed() -> None:
    state = at(TABLE, phase="power", discard_pile="2S")
    looked = do(state, "check 1")
    plain = painted(looked)
    assert painted(looked, LookedAt(0, Spot(0, 0))) != plain
    assert painted(looked, Traded(0, Spot(0, 0), Spot(1, 0))) != plain


def test_a_scored_round_shows_all_cards_and_new_pieces() -> None:
    hands = "3D 3C QH 3H\n?2S ?4D ?8H ?QC"
    state = do(at(hands, caller="0", to_move="1", draw_pile="X"), "draw", "season")
    less = replace(state, pieces=(1, 0))
    assert painted(state) != painted(less)
    other = do(
        at(hands.replace("8H", "7H"), caller="0", to_move="1", draw_pile="X"), "draw", "season"
    )
    assert painted(state) != painted(other)
