import io
import random
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.face import palette
from bot.face.seating import WIDTH
from bot.games.capit.face import FACE
from bot.games.capit.face.layout import BODY, CELL, NUMBER, flow, layout
from bot.games.capit.face.sprites import card_sprite
from bot.games.capit.rules.cards import JOKER, Card, Suit, deck_for
from bot.games.capit.rules.events import LaidOff, TurnStarted
from bot.games.capit.rules.melds import Place, Side
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import State
from tests.games.capit.face.scenes import at, do, moments, scene

TABLE = """
    0 run 3SX5S2H
    1 set AHADX
    0 run 2S3S4S
    """
LARGEST = 40_000
"""Bytes of a picture of a real match, at most; most have half of that."""

LEGIBLE = 9
"""Pixels that a rank must be high in a picture shown 400 pixels wide."""


def painted(state: State, *events: object) -> bytes:
    return FACE.picture(scene(state, None, events))


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


@pytest.mark.parametrize("seats", range(4, 7))
def test_every_moment_of_a_match_can_be_drawn(seats: int) -> None:
    for number, moment in enumerate(moments(seats, 40 + seats)):
        if number % 9 == 0:
            picture = FACE.picture(moment.scene())
            image = opened(picture)
            assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
            assert image.height <= 1_100
            assert len(picture) < LARGEST


@pytest.mark.parametrize("seed", range(30))
def test_all_cards_lie_in_their_row_and_none_on_another(seed: int) -> None:
    wheel = random.Random(seed)
    seats = wheel.randrange(4, 7)
    sizes = [[wheel.randrange(3, 14) for _ in range(wheel.randrange(7))] for _ in range(seats)]
    plan = layout(sizes, numbered=True)
    for body, melds in zip(plan.seating.bodies, plan.cards, strict=True):
        corners = [corner for meld in melds for corner in meld]
        assert len(set(corners)) == len(corners)
        for x, y in corners:
            assert body.x <= x - NUMBER + CELL[0]
            assert x + CELL[0] <= body.x + body.width + CELL[0] // 2
            assert body.y <= y
            assert y + CELL[1] <= body.y + body.height
        for (x, y), (after, below) in pairwise(sorted(corners, key=lambda at: (at[1], at[0]))):
            assert y < below or after - x >= CELL[0] - 6


def test_rows_lie_below_each_other() -> None:
    plan = layout([[3, 4, 13], [], [20], [3] * 9], numbered=True)
    panels = plan.seating.panels
    assert all(one.y + one.height < other.y for one, other in pairwise(panels))
    assert plan.seating.band.y + plan.seating.band.height < panels[0].y
    assert plan.seating.height > panels[-1].y + panels[-1].height


def test_a_meld_longer_than_a_line_is_broken() -> None:
    """A set of one rank may have twenty cards with all the wild ones."""
    (spots,) = flow([20], BODY, NUMBER)
    assert {spot.line for spot in spots} == {0, 1}
    assert [spot.line for spot in flow([14, 4], BODY, NUMBER)[1]] == [1] * 4


def test_ranks_stay_legible_at_400_pixels() -> None:
    """The rank takes about half of a card's height, the margin apart."""
    assert CELL[1] * 0.4 * 400 / WIDTH >= LEGIBLE


def test_every_card_looks_different() -> None:
    faces = {card: card_sprite(card, None, CELL, palette.PANEL) for card in set(deck_for(4))}
    assert len({sprite.tobytes() for sprite in faces.values()}) == 53


def test_a_wild_shows_what_it_stands_for_and_which_it_is() -> None:
    """C2.2."""
    two = Card(2, Suit.HEARTS)
    places = [Place(rank, suit) for rank in range(3, 15) for suit in (None, *Suit)]
    sprites = {
        card_sprite(card, place, CELL, palette.PANEL).tobytes()
        for card in (JOKER, two)
        for place in places
    }
    assert len(sprites) == 2 * 12 * 5
    natural = card_sprite(Card(9, Suit.CLUBS), None, CELL, palette.PANEL).tobytes()
    assert natural not in sprites


@pytest.mark.parametrize(
    "fields",
    [
        {"discard_pile": "7H"},
        {"discard_pile": ""},
        {"draw_pile": "8H"},
        {"phase": "draw"},
        {"to_move": 1},
        {"number": 2},
        {"turn": 9},
        {"dealer": 1},
        {"laid": frozenset({0, 1, 2})},
    ],
)
def test_every_difference_is_seen(fields: dict[str, Any]) -> None:
    assert painted(at("7H 8H", TABLE)) != painted(at("7H 8H", TABLE, **fields))


@pytest.mark.parametrize(
    ("old", "new"),
    [("5S2H", "5S2D2H"), ("3SX5S", "3S2C5S"), ("AHADX", "AHAD2S"), ("1 set", "2 set")],
)
def test_every_meld_is_seen(old: str, new: str) -> None:
    other = TABLE.replace(old, new)
    assert other != TABLE
    assert painted(at("7H", TABLE)) != painted(at("7H", other))


def test_the_number_of_cards_in_hand_is_seen_and_no_card_of_it() -> None:
    assert painted(at("7H 8H", TABLE)) == painted(at("9C X", TABLE))
    assert painted(at("7H 8H", TABLE)) != painted(at("7H 8H 9H", TABLE))


def test_new_cards_are_framed() -> None:
    """The words about both moves are the same."""
    state = at("7H", TABLE)
    cards = state.melds[2].meld.cards[-1:]
    high, low = (
        painted(state, TurnStarted(0), LaidOff(0, 2, 0, cards, side))
        for side in (Side.HIGH, Side.LOW)
    )
    assert high != low


def test_the_band_shows_the_contract() -> None:
    """C2.3."""
    plan = layout([[]] * 4, numbered=True)
    box = plan.seating.band
    corners = (box.x, box.y, box.x + box.width, box.y + box.height)
    bands = {opened(painted(at("KH", number=n))).crop(corners).tobytes() for n in range(1, 6)}
    assert len(bands) == 5


def test_the_lowest_score_of_a_round_is_framed() -> None:
    """C6.2."""
    state = do(at("KH\nAS AH\n3S\n4S"), "discard KH")
    picture = opened(painted(state)).convert("RGB")
    sizes = [[len(hand)] for hand in state.results[-1].hands]
    panels = layout(sizes, numbered=False).seating.panels
    edges = [picture.getpixel((box.x + 1, box.y + box.height // 2)) for box in panels]
    assert [edge == palette.GOLD for edge in edges] == [True, False, False, False]


def test_a_scored_round_shows_what_is_left_in_every_hand() -> None:
    """C5.1."""
    one = do(at("KH\n7H 8H"), "discard KH")
    other = do(at("KH\n7H 9H"), "discard KH")
    assert one.results[-1].points == other.results[-1].points
    assert painted(one) != painted(other)


def test_a_crowded_table_can_be_drawn() -> None:
    """Six players with nine melds of a whole suit each: more than any deck has."""
    table = "\n".join(f"{number % 6} run 2H3H4HX6H7H8H9HTHJHQHKHAH" for number in range(54))
    state = at("KH", table, CapitOptions(run_suit=RunSuit.SAME), seats=6)
    assert opened(painted(state)).height < 3_200
