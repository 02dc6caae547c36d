"""The picture of CAP-IT: cards, wilds and melds, what is seen and what stays hidden, and ranks."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from bot.face.canvas import SPARK, Canvas, _sprite
from bot.face.paint import Box
from bot.face.palette import GOLD
from bot.face.table import Chip, Panel
from bot.game.contract import Seat
from bot.game.rounds import Discarded, TurnStarted
from bot.games.capit.face import FACE
from bot.games.capit.face.picture import CapitPicture, layout
from bot.games.capit.face.sprites import THEME, LaidArt, PileArt
from bot.games.capit.rules.cards import JOKER, Card, Suit, deck_for
from bot.games.capit.rules.melds import Place, Side
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import LaidOff
from lab.bench.pictures import PlainCanvas
from tests.face.screens import opened
from tests.games.capit.face.scenes import at, painted, scene
from tests.games.capit.rules.at import do

TABLE = """
    0 run 3SX5S2H
    1 set AHADX
    0 run 2S3S4S
    """
LARGEST = 25_000
"""Bytes of a picture, at most."""

SIZES = [(40, 74, 36), (26, 42, 22)]
"""The largest and the smallest cards: width and height in pixels, and the rank's font size."""


def pixels(picture: bytes, box: Box) -> bytes:
    corners = (box.x, box.y, box.x + box.width, box.y + box.height)
    return opened(picture).crop(corners).tobytes()


def drawn(art: LaidArt | PileArt) -> bytes:
    return _sprite(art, THEME.palette).tobytes()


@pytest.mark.parametrize(("wide", "high", "letters"), SIZES)
def test_every_card_looks_different(wide: int, high: int, letters: int) -> None:
    cards = set(deck_for(4))
    faces = {drawn(LaidArt((wide, high), letters, card, None, covers=False)) for card in cards}
    assert len(faces) == 53


def test_every_card_on_a_pile_looks_different() -> None:
    tops = [*set(deck_for(4)), None]
    assert len({drawn(PileArt((54, 62), THEME.panel, THEME, top)) for top in tops}) == 54


def wilds(size: tuple[int, int], letters: int, suits: list[Suit | None]) -> set[bytes]:
    places = [Place(rank, suit) for rank in range(3, 15) for suit in suits]
    return {
        drawn(LaidArt(size, letters, card, place, covers=True))
        for card in (JOKER, Card(2, Suit.HEARTS))
        for place in places
    }


def test_a_wild_shows_what_it_stands_for_and_which_it_is_c2_2() -> None:
    (wide, high, letters), _ = SIZES
    sprites = wilds((wide, high), letters, [None, *Suit])
    assert len(sprites) == 2 * 12 * 5
    natural = LaidArt((wide, high), letters, Card(9, Suit.CLUBS), None, covers=True)
    assert drawn(natural) not in sprites


def test_the_smallest_wild_shows_the_rank_and_the_colour_of_what_it_stands_for() -> None:
    """C2.2: its suit is that of the other cards of the run."""
    _, (wide, high, letters) = SIZES
    assert len(wilds((wide, high), letters, [Suit.SPADES, Suit.HEARTS])) == 2 * 12 * 2
    assert len(wilds((wide, high), letters, [Suit.SPADES, Suit.CLUBS])) == 2 * 12


@pytest.mark.parametrize(
    "fields",
    [
        {"discard_pile": "7H"},
        {"discard_pile": ""},
        {"draw_pile": "8H"},
        {"to_move": 1},
        {"number": 2},
        {"turn": 9},
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


@pytest.mark.parametrize("table", ["", TABLE])
def test_the_number_of_cards_in_hand_is_seen_and_no_card_of_it(table: str) -> None:
    assert painted(at("7H 8H", table)) == painted(at("9C X", table))
    assert painted(at("7H 8H", table)) != painted(at("7H 8H 9H", table))


def test_a_hand_behind_which_no_meld_is_laid_shows_a_back_for_each_card() -> None:
    """C1.3: ten cards are dealt."""
    hands = [" ".join(["7H"] * count) for count in (1, 10, 40, 3)]
    picture, seating = painted(at("\n".join(hands))), layout([[]] * 4, scored=False).seating
    wide = []
    for body in seating.bodies:
        row = Box(body.x + seating.heading, body.y, body.width - seating.heading, body.height)
        image = Image.frombytes("RGB", (row.width, row.height), pixels(picture, row))
        middle = [image.getpixel((x, row.height // 2 - 15)) for x in range(row.width)]
        wide.append(sum(colour in (THEME.back, THEME.back_line) for colour in middle))
    one, ten, forty, three = wide
    assert one < three < ten < forty
    assert (ten - one) / 9 == (three - one) / 2


def test_new_cards_are_framed() -> None:
    """The words about both moves are the same."""
    state = at("7H", TABLE)
    cards = state.melds[2].meld.cards[-1:]
    high, low = (
        painted(state, TurnStarted(0), LaidOff(0, 2, 0, cards, side))
        for side in (Side.HIGH, Side.LOW)
    )
    assert high != low
    assert sparks(painted(state, TurnStarted(0))) == 0 < sparks(high)


def sparks(picture: bytes) -> int:
    """Count the pixels that say what has just changed."""
    counted = opened(picture).getcolors() or []
    return sum(number for number, colour in counted if colour == SPARK)


def test_a_card_just_discarded_is_framed() -> None:
    state = at("7H", TABLE)
    (card,) = state.discard_pile
    events = (TurnStarted(3), Discarded(3, card), TurnStarted(0))
    assert sparks(painted(state, *events)) > sparks(painted(state)) == 0


def test_the_band_shows_the_contract_c2_3() -> None:
    band = layout([[]] * 4, scored=False).seating.band
    assert len({pixels(painted(at("KH", number=n)), band) for n in range(1, 6)}) == 5


def test_the_seat_to_move_and_the_lowest_score_of_a_round_are_framed_c6_2() -> None:
    playing = at("KH\nAS AH\n3S\n4S", to_move=2)
    scored = do(at("KH\nAS AH\n3S\n4S"), "discard KH")
    for state, seat in ((playing, 2), (scored, 0)):
        panels = CapitPicture(scene(state), PlainCanvas).seating.panels
        picture = opened(painted(state))
        edges = [picture.getpixel((box.x + 1, box.y + box.height // 2)) for box in panels]
        assert [edge == GOLD for edge in edges] == [at == seat for at in range(4)]


def test_a_scored_round_shows_what_is_left_in_every_hand_c5_1() -> None:
    one = do(at("KH\n7H 8H"), "discard KH")
    other = do(at("KH\n7H 9H"), "discard KH")
    assert one.results[-1].points == other.results[-1].points
    assert painted(one) != painted(other)


@pytest.mark.parametrize("table", ["", TABLE])
def test_only_the_viewers_own_hand_is_open(table: str) -> None:
    one, other = at("7H 8H\n9C TC", table), at("7H 9H\n9C TC", table)
    for viewer, seen in ((0, True), (1, False), (None, False)):
        pictures = [FACE.picture(scene(state, viewer)) for state in (one, other)]
        assert (pictures[0] != pictures[1]) is seen


FULL_RUNS = "\n".join(
    f"{number % 6} run {''.join(f'{rank}{suit}' for rank in '2345678')}"
    for number, suit in enumerate("SHCD" * 5)
)
"""A hundred and forty cards on the table, in twenty melds."""


def test_a_full_table_has_few_bytes() -> None:
    picture = painted(at("KH", FULL_RUNS, seats=6))
    assert len(picture) <= LARGEST
    assert opened(picture).height <= 900


def test_a_full_table_shows_ends_and_wilds_of_a_run() -> None:
    """C2.2: the natural cards between them are known from these."""
    state = at("KH", FULL_RUNS, seats=6)
    for old, new in (("2S3S4S5S6S7S8S", "2S3S4SX6S7S8S"), ("2S3S4S5S6S7S8S", "2S3S4S5S6S7SX")):
        assert painted(at("KH", FULL_RUNS.replace(old, new, 1), seats=6)) != painted(state)


def test_a_crowded_table_can_be_drawn() -> None:
    """Six players with nine melds of a whole suit each: more than any deck has."""
    table = "\n".join(f"{number % 6} run 2H3H4HX6H7H8H9HTHJHQHKHAH" for number in range(54))
    state = at("KH", table, CapitOptions(run_suit=RunSuit.SAME), seats=6)
    assert opened(painted(state)).height < 2_000


class Noting(CapitPicture):
    def __init__(self, state: State) -> None:
        super().__init__(scene(state), Canvas)
        self.heads: list[tuple[str, str]] = []
        self.panels: list[Panel] = []

    def header(self, title: str, corner: str) -> None:
        super().header(title, corner)
        self.heads.append((title, corner))

    def seat(self, seat: Seat, panel: Panel) -> None:
        super().seat(seat, panel)
        self.panels.append(panel)


def heads_of(state: State) -> list[tuple[str, str]]:
    table = Noting(state)
    replace(FACE, table=lambda *_: table).picture(scene(state))
    return table.heads


def test_a_picture_is_headed_by_where_the_match_stands() -> None:
    assert heads_of(at("KH 7H", number=2, turn=9)) == [("CAP-IT · round 2 of 5", "turn 9")]
    scored = do(at("KH\nAS AH\n3S\n4S"), "discard KH")
    assert heads_of(scored) == [("CAP-IT · round 1 of 5", "")]


def panels_of(state: State) -> list[Panel]:
    table = Noting(state)
    table.scored()
    return table.panels


def ranks(*words: str) -> list[list[Chip]]:
    return [[Chip(each, GOLD if each == "1st" else THEME.soft)] for each in words]


def test_ranks_points_and_the_fewest_points_are_told_c5_1_c6_2() -> None:
    panels = panels_of(do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH"))
    assert [[*panel.chips] for panel in panels] == ranks("1st", "4th", "2nd", "3rd")
    assert [panel.framed for panel in panels] == [True, False, False, False]
    assert panels[1].figures[0] == "round 20 · total 20"


def test_equal_scores_share_the_fewest_points() -> None:
    """C6.2: the share of a round is split between them."""
    state = at(
        "KH\nKC\nKD KS\nAS AS", "", CapitOptions(), phase="draw", draw_pile="", discard_pile=""
    )
    panels = panels_of(do(state, "draw"))
    assert [[*panel.chips] for panel in panels] == ranks("1st", "1st", "3rd", "4th")
    assert [panel.framed for panel in panels] == [True, True, False, False]
