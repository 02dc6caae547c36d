import io
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.face.paint import Box
from bot.face.seating import WIDTH
from bot.game.contract import SPECTATOR
from bot.games.chowpow.face import FACE
from bot.games.chowpow.face.layout import CARD, CELL, PER_LINE, playing, scored
from bot.games.chowpow.face.signs import look_of
from bot.games.chowpow.face.sprites import SeenCard, card_sprite, pile_sprite
from bot.games.chowpow.rules.deck_file import default_deck
from bot.games.chowpow.rules.events import BattleEnded, Flipped, Missed, ShowdownEnded, TurnStarted
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.grid import read_slot
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scores import End, RoundResult
from bot.games.chowpow.rules.state import Phase, State
from tests.games.chowpow.face.scenes import (
    BUFFET,
    LONG,
    MEAL,
    PILES,
    at,
    battling,
    card,
    cards,
    do,
    flipped,
    moments,
    scene,
)

LARGEST = 40_000
"""Bytes of a picture of a real match, at most; most have half of that."""

LEGIBLE = 9
"""Pixels that a number must be high in a picture shown 400 pixels wide."""


def painted(state: State, *events: object) -> bytes:
    return FACE.picture(scene(state, None, events))


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


@pytest.mark.parametrize("options", [LONG, MEAL, BUFFET])
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_moment_of_a_match_can_be_drawn(seats: int, options: ChowpowOptions) -> None:
    for number, moment in enumerate(moments(seats, 80 + seats, options)):
        if number % 6 == 0 or moment.game.stage(moment.state).paused:
            picture = FACE.picture(moment.scene())
            image = opened(picture)
            assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
            assert image.height <= 1_100
            assert len(picture) < LARGEST


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_phase_can_be_drawn(seats: int) -> None:
    hands = " ".join(["F1F2", *["V2"] * (seats - 1)])
    states = [
        at(hands, PILES),
        at(hands, PILES, phase="pow"),
        flipped(at(hands, PILES, phase="pair"), "a1", "d4"),
        flipped(at(hands, PILES, phase="take"), "a1", "d4"),
        battling(at(hands, PILES), "F6W3", "-"),
        battling(at(hands, PILES), "F6W3", "V5"),
        battling(at(hands, PILES), "F6", "-", None),
        replace(at(hands, PILES, phase="buffet", options=BUFFET), chosen=(None,) * seats),
        finished(seats, Phase.SCORED),
        finished(seats, Phase.OVER),
    ]
    pictures = {painted(state) for state in states}
    assert len(pictures) == len(states)
    assert all(opened(picture).width == WIDTH for picture in pictures)


def finished(seats: int, phase: Phase) -> State:
    """Return a scored game in which all cards of the deck were won."""
    won = tuple(default_deck().cards[seat::seats] for seat in range(seats))
    last = RoundResult(1, 0, End.DECK, won, won, hot_sauce=True)
    state = at(
        " ".join(["-"] * seats), options=ChowpowOptions(three_course_meal=True), draw_pile=""
    )
    return replace(state, phase=phase, results=(last,))


def inside(inner: Sequence[Box], outer: Box) -> None:
    for box in inner:
        assert outer.x <= box.x
        assert box.x + box.width <= outer.x + outer.width
        assert outer.y <= box.y
        assert box.y + box.height <= outer.y + outer.height


def boxes(corners: Sequence[tuple[int, int]], size: tuple[int, int]) -> list[Box]:
    return [Box(x, y, *size) for x, y in corners]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("sides", [(), (1, 0), (9, 2), (10, 1), (15, 16), (17, 40), (1,) * 6])
def test_all_of_a_table_lies_where_it_belongs(seats: int, sides: tuple[int, ...]) -> None:
    plan = playing(seats, sides)
    whole = Box(0, 0, WIDTH, plan.seating.height)
    inside([plan.seating.band, plan.board, *plan.seating.panels], whole)
    inside(boxes(plan.slots, CELL), plan.board)
    panels = plan.seating.panels
    assert all(one.y + one.height < other.y for one, other in pairwise(panels))
    assert all(panel.x > plan.board.x + plan.board.width for panel in panels)
    assert (plan.fight is None) == (not sides)
    if plan.fight is not None:
        inside([plan.fight], whole)
        assert plan.fight.y > plan.board.y + plan.board.height
        inside([box for side in plan.sides for box in boxes(side, plan.card)], plan.fight)
    assert [len(side) for side in plan.sides] == [*sides]


def test_scores_lie_below_each_other() -> None:
    plan = scored([0, PER_LINE, PER_LINE + 1, 84])
    for panel, corners in zip(plan.seating.panels, plan.sides, strict=True):
        inside(boxes(corners, CARD), panel)
    assert all(one.y + one.height < other.y for one, other in pairwise(plan.seating.panels))
    assert plan.seating.height > plan.seating.panels[-1].y + plan.seating.panels[-1].height


def test_numbers_stay_legible_at_400_pixels() -> None:
    """The number takes about half of a card's height."""
    assert CARD[1] * 0.4 * 400 / WIDTH >= LEGIBLE
    assert CELL[1] * 0.4 * 400 / WIDTH >= 1.5 * LEGIBLE


@pytest.mark.parametrize("size", [CELL, CARD])
def test_every_card_looks_different(size: tuple[int, int]) -> None:
    deck = default_deck()
    looks = [look_of(deck, each) for each in sorted(set(deck.cards))]
    sprites = {card_sprite(look, size).tobytes() for look in (*looks, None)}
    assert len(sprites) == 6 * 6 + 2 + 1


@pytest.mark.parametrize("size", [CELL, CARD])
def test_factions_differ_without_colour(size: tuple[int, int]) -> None:
    """P1.1: by their letters, and by their signs where there is room for them."""
    deck = default_deck()
    looks = [look_of(deck, card(f"{code}3")) for code in "FVBGSE"]
    same = [look._replace(colour=looks[0].colour) for look in looks]
    assert len({card_sprite(look, size).tobytes() for look in same}) == 6
    unlettered = [look._replace(code="X") for look in same]
    distinct = len({card_sprite(look, CELL).tobytes() for look in unlettered})
    assert distinct == 6


def test_a_deck_of_ones_own_is_drawn_by_its_letters() -> None:
    """P1.1: twelve factions, whose names have no sign."""
    letters = "ABCDEFGHIJKL"
    line = "; ".join([*(f"{code} {code} 12x3" for code in letters), "W 3x6", "T 2x6"])
    options = ChowpowOptions(deck=line)
    grid = " ".join(f"{code}1" for code in letters + "ABCD")
    state = at("A1 B2", grid, options, draw_pile="C1")
    pictures = {
        painted(flipped(state, f"{row}{column}"))
        for row in "abc"
        for column in range(1, 5)
    }  # fmt: skip
    assert len(pictures) == 12
    looks = {look_of(options.cards, card(f"{code}1")).colour for code in letters}
    assert len(looks) == 12


def test_piles_are_counted() -> None:
    sprites = {pile_sprite(None, count, CELL, show_count=True).tobytes() for count in range(9)}
    assert len(sprites) == 9


@pytest.mark.parametrize(
    "fields",
    [
        {"draw_pile": "S1"},
        {"draw_pile": ""},
        {"turns": "5", "starter": "1"},
        {"to_move": "1"},
        {"due": "3"},
        {"phase": "pow"},
        {"won": "F6 -"},
        {"last": "1"},
        {"number": "2"},
    ],
)
def test_every_difference_is_seen(fields: dict[str, Any]) -> None:
    assert painted(at("F1F2 V2", PILES)) != painted(at("F1F2 V2", PILES, **fields))


@pytest.mark.parametrize(
    ("old", "new"), [("V3/B1/B2", "V3/B1"), ("V3/B1/B2", "-"), (" -  G4", " G1 G4")]
)
def test_every_pile_is_seen(old: str, new: str) -> None:
    other = PILES.replace(old, new)
    assert other != PILES
    assert painted(at("F1", PILES)) != painted(at("F1", other))


def test_what_lies_up_is_seen() -> None:
    state = at("F1 V2", PILES)
    assert len({painted(do(state, f"flip {slot}")) for slot in ("a1", "a2", "d4")}) == 3


def test_faces_of_turns_before_are_seen_for_those_who_did_not_watch() -> None:
    """P7.9: they stand in the band, with their slots."""
    state = at("F1 V2", PILES)
    flip = Flipped(1, read_slot("a2"), card("V2"))
    other = flip._replace(card=card("V3"))
    pictures = {painted(replace(state, last_flips=flips)) for flips in ((), (flip,), (other,))}
    assert len(pictures) == 3


def test_faces_of_turns_before_lie_in_the_grid_until_the_turn_after() -> None:
    """P2.4: cards turned down since the last turn are shown, but differently from open cards."""
    state = at("F1 V2", PILES.replace("S6", "S6!"))
    flip = Flipped(1, read_slot("c3"), card("S6"))
    seen = scene(replace(state, last_flips=(flip,)))
    up = scene(replace(state, flips=(flip,), up=(flip.slot,)))
    assert "c3 face down again: Sweets 6, c4 face down" in FACE.text(seen)
    assert "c3 face down again: Sweets 6." in FACE.alt(seen)
    assert "c3 **Sweets 6** face up" in FACE.text(up)
    assert "again" not in FACE.text(scene(state)) + FACE.alt(scene(state))
    look = look_of(default_deck(), flip.card)
    assert len({pile_sprite(top, 1, CELL).tobytes() for top in (look, SeenCard(look), None)}) == 3


def test_both_sides_of_a_battle_are_seen() -> None:
    state = at("F1 V2", PILES)
    fights = [("F6W3", "-"), ("F6W3", "V5"), ("F6W3", "V4"), ("F6T2", "V5")]
    assert len({painted(battling(state, *sides)) for sides in fights}) == 4


def test_the_last_battle_stays_in_sight_until_the_next_turn_is_done() -> None:
    state, starts = at("F1 V2", PILES), TurnStarted(0, 2, last=False)
    plain = painted(state)
    won, lost = (BattleEnded(0, 1, cards("F6"), cards("V5"), who) for who in (0, 1))
    every = ShowdownEnded((cards("F6"), cards("V5")), (0,))
    shown = {painted(state, end, starts) for end in (won, lost, every)}
    assert len(shown | {plain}) == 4
    assert painted(state, won, starts, Missed(0)) == painted(state, starts, Missed(0))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", [LONG, BUFFET, ChowpowOptions(memory_aid=False, max_turns=9)])
def test_nothing_hidden_is_in_the_picture_or_its_words(seats: int, options: ChowpowOptions) -> None:
    """Section 6: whatever the hidden cards are, it is the same, byte for byte."""
    wheel = random.Random(seats)
    for number, moment in enumerate(moments(seats, 12 + seats, options)):
        if number % 9:
            continue
        other = CHOWPOW.permute_unknown(moment.state, SPECTATOR, lambda some: shuffled(wheel, some))
        one, two = moment.scene(), moment._replace(state=other).scene()
        assert FACE.picture(one) == FACE.picture(two)
        assert (FACE.text(one), FACE.alt(one)) == (FACE.text(two), FACE.alt(two))
        assert FACE.status(one) == FACE.status(two)
        for seat in range(seats):
            mine = CHOWPOW.permute_unknown(moment.state, seat, lambda some: shuffled(wheel, some))
            legal = CHOWPOW.legal(moment.state, seat)
            hands = [
                FACE.screen(moment._replace(state=state).scene(seat), legal)
                for state in (moment.state, mine)
            ]
            assert hands[0] == hands[1]


def shuffled(wheel: random.Random, some: Sequence[str]) -> list[str]:
    return wheel.sample([*some], len(some))
