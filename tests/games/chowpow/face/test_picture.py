from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.face.canvas import Art, Canvas
from bot.face.paint import Box
from bot.face.seating import SMALLEST, WIDTH
from bot.games.chowpow.face import FACE
from bot.games.chowpow.face.foods import SIGNS
from bot.games.chowpow.face.labels import TIMES
from bot.games.chowpow.face.layout import CARD, CELL, OWN, playing, scored, spread, tallies
from bot.games.chowpow.face.sprites import (
    THEME,
    BadgeArt,
    FoodArt,
    HandArt,
    Look,
    PileArt,
    look_of,
    single,
)
from bot.games.chowpow.rules import view as ev
from bot.games.chowpow.rules.cards import read_slot
from bot.games.chowpow.rules.options import ChowpowOptions, default_deck
from bot.games.chowpow.rules.state import State
from tests.face.letters import LetterCanvas
from tests.face.screens import opened
from tests.games.chowpow.face.scenes import (
    BUFFET,
    MEAL,
    PILES,
    battling,
    flipped,
    moments,
    painted,
    scene,
)
from tests.games.chowpow.rules.at import at, card, cards, do


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
        finished(seats, ev.Phase.SCORED),
        finished(seats, ev.Phase.OVER),
    ]
    pictures = {painted(state) for state in states}
    assert len(pictures) == len(states)
    assert all(opened(picture).width == WIDTH for picture in pictures)


def finished(seats: int, phase: ev.Phase) -> State:
    won = tuple(default_deck().cards[seat::seats] for seat in range(seats))
    last = ev.RoundResult(1, 0, ev.End.DECK, won, won, hot_sauce=True)
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


def apart(boxes: Sequence[Box]) -> None:
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            beside = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("sides", [(), (1, 0), (9, 2), (10, 1), (15, 16), (17, 40), (1,) * 6])
@pytest.mark.parametrize("hands", [(), (0,), (4,), (40,), (0, 4, 40, 5, 6, 7)])
def test_all_of_a_table_lies_where_it_belongs(
    seats: int, sides: tuple[int, ...], hands: tuple[int, ...]
) -> None:
    plan = playing(seats, sides, hands)
    grid = (Box(x, y, *plan.cell) for x, y in plan.slots)
    parts = [*grid, plan.seating.band, *plan.seating.panels, *plan.hands]
    inside(parts, Box(0, 0, WIDTH, plan.seating.height))
    apart(parts)
    inside(plan.sides, plan.seating.band)
    apart(plan.sides)
    for count, side in zip(sides, plan.sides, strict=True):
        places = spread(count, side.width - 16)
        inside([Box(side.x + 8 + x, side.y + 37 + y, *CARD) for x, y in places], side)
    for count, hand in zip(hands, plan.hands, strict=True):
        inside([Box(hand.x + x, hand.y + 4 + y, *CARD) for x, y in spread(count, OWN)], hand)


@pytest.mark.parametrize("seats", range(2, 5))
def test_a_table_of_up_to_four_is_low_and_no_battle_makes_it_jump(seats: int) -> None:
    (height,) = {playing(seats, sides).seating.height for sides in ((), (1, 0), (4, 4), (8, 8))}
    assert height <= 560


def test_scores_lie_beside_and_below_each_other() -> None:
    plan = scored([[], [60] * 9, [200, 60, 230], [230] * 8, [40]], 34, 28)
    panels = plan.seating.panels
    inside(panels, Box(0, 0, WIDTH, plan.seating.height))
    apart([plan.seating.band, *panels])
    for panel, groups in zip(panels, plan.tallies, strict=True):
        inside(groups, panel)
        apart(groups)


def test_cards_won_are_counted_by_number() -> None:
    """P4.2: each card once, the highest first, in groups that fit in a panel."""
    deck = default_deck()
    found = [*tallies(deck.cards)]
    assert sorted(each for tally in found for each in tally.cards) == sorted(deck.cards)
    assert [tally.words for tally in found[:2]] == [f"6{TIMES}6"] * 2
    numbers = [each.number for tally in found for each in tally.cards]
    assert numbers == sorted(numbers, reverse=True)
    assert max(tally.width for tally in found) <= 237
    assert [tally.words for tally in tallies(cards("F6"))] == ["6"]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", [MEAL, BUFFET])
def test_no_letter_is_too_small_for_a_phone(seats: int, options: ChowpowOptions) -> None:
    for number, moment in enumerate(moments(seats, 50 + seats, options)):
        if number % 15 == 0 or moment.game.stage(moment.state).paused:
            canvas = FACE.drawn(moment.scene(), LetterCanvas)
            assert isinstance(canvas, LetterCanvas)
            assert min(each.size for each in (*canvas.lines, *canvas.on_cards)) >= SMALLEST


def pixels(art: Art) -> bytes:
    canvas = Canvas(art.size, THEME)
    canvas.art(art, (0, 0))
    return canvas.png()


def pile(top: Look | None, count: int = 1, *, again: bool = False, changed: bool = False) -> bytes:
    return pixels(PileArt(CELL, THEME.ground, THEME, top, again, count=count, changed=changed))


@pytest.mark.parametrize("size", [CELL, CARD])
def test_every_card_looks_different(size: tuple[int, int]) -> None:
    deck = default_deck()
    looks = [look_of(deck, each) for each in sorted(set(deck.cards))]
    assert len({pixels(single(look, size)) for look in (*looks, None)}) == 6 * 6 + 2 + 1


@pytest.mark.parametrize("size", [CELL, CARD])
def test_factions_differ_without_colour(size: tuple[int, int]) -> None:
    """P1.1: by their food."""
    deck = default_deck()
    looks = [look_of(deck, card(f"{code}3")) for code in "FVBGSE"]
    same = [look._replace(tint=looks[0].tint) for look in looks]
    assert len({pixels(single(look._replace(code="X"), size)) for look in same}) == 6
    assert {look.sign for look in looks} < SIGNS


def test_the_food_of_every_card_won_looks_different() -> None:
    kinds = cards("F3V3B3G3S3E3W3T2")
    looks = [look_of(default_deck(), each) for each in kinds]
    assert len({pixels(FoodArt(look)) for look in looks}) == 8


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
    looks = [look_of(options.cards, card(f"{code}1")) for code in letters]
    assert len({look.tint for look in looks}) == 12
    assert len({pixels(FoodArt(look)) for look in looks}) == 12


def test_piles_and_hands_are_counted() -> None:
    assert len({pile(None, count) for count in range(3)}) == 3
    badges = [BadgeArt(CELL, THEME.ground, count) for count in range(2, 12)]
    assert len({pixels(badge) for badge in badges}) == 10
    hands = {pixels(HandArt((30, 26), THEME.panel, THEME, count=count)) for count in range(12)}
    assert len(hands) == 12
    assert len({painted(at(f"{'F1' * count} V2", PILES)) for count in range(1, 9)}) == 8


def test_what_has_just_changed_is_framed() -> None:
    look = look_of(default_deck(), card("F3"))
    assert len({pile(look), pile(look, 2), pile(look, changed=True)}) == 3
    badges = [BadgeArt(CELL, THEME.ground, 3, changed) for changed in (False, True)]
    assert len({pixels(badge) for badge in badges}) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"draw_pile": "S1"},
        {"draw_pile": ""},
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
    assert painted(at("F1 V2", PILES)) != painted(at("F1 V2", other))


def test_what_lies_up_is_seen() -> None:
    state = at("F1 V2", PILES)
    assert len({painted(do(state, f"flip {slot}")) for slot in ("a1", "a2", "d4")}) == 3


def test_faces_of_turns_before_are_seen_for_those_who_did_not_watch() -> None:
    """P7.9: they stand in the band, with their slots."""
    state = at("F1 V2", PILES)
    flip = ev.Flipped(1, read_slot("a2"), card("V2"))
    other = flip._replace(card=card("V3"))
    pictures = {painted(replace(state, last_flips=flips)) for flips in ((), (flip,), (other,))}
    assert len(pictures) == 3


def test_faces_of_turns_before_lie_in_the_grid_until_the_turn_after() -> None:
    """P2.4: cards turned down since the last turn are shown, but differently from open cards."""
    state = at("F1 V2", PILES.replace("S6", "S6!"))
    flip = ev.Flipped(1, read_slot("c3"), card("S6"))
    seen = scene(replace(state, last_flips=(flip,)))
    up = scene(replace(state, flips=(flip,), up=(flip.slot,)))
    assert "c3 face down again: Sweets 6, c4 face down" in FACE.text(seen)
    assert "c3 face down again: Sweets 6." in FACE.alt(seen)
    assert "c3 **Sweets 6** face up" in FACE.text(up)
    assert "again" not in FACE.text(scene(state)) + FACE.alt(scene(state))
    look = look_of(default_deck(), flip.card)
    assert len({pile(look), pile(look, again=True), pile(None)}) == 3


def test_both_sides_of_a_battle_are_seen() -> None:
    state = at("F1 V2", PILES)
    fights = [("F6W3", "-"), ("F6W3", "V5"), ("F6W3", "V4"), ("F6T2", "V5")]
    assert len({painted(battling(state, *sides)) for sides in fights}) == 4


def test_the_last_battle_stays_in_sight_until_the_next_turn_is_done() -> None:
    state, starts = at("F1 V2", PILES), ev.TurnStarted(0, 2, last=False)
    plain = painted(state)
    won, lost = (ev.BattleEnded(0, 1, cards("F6"), cards("V5"), who) for who in (0, 1))
    every = ev.ShowdownEnded((cards("F6"), cards("V6")), (0, 1))
    shown = {painted(state, end, starts) for end in (won, lost, every)}
    assert len(shown | {plain}) == 4
    assert painted(state, won, starts, ev.Missed(0)) == painted(state, starts, ev.Missed(0))


def test_players_see_their_own_hand_and_nobody_elses() -> None:
    """Section 6."""
    pictures = [
        FACE.picture(scene(at(hands, PILES), 0)) for hands in ("F1F2 V2", "F1F3 V2", "F1F2 S6")
    ]
    assert pictures[0] == pictures[2] != pictures[1]
