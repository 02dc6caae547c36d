import random
import re
from dataclasses import replace

import pytest

from bot.face.game_face import RESULTS_LIMIT
from bot.games.kabobo.face import FACE
from bot.games.kabobo.face.arithmetic import short_sum, sum_of
from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scoring import score
from bot.games.kabobo.rules.state import State
from tests.games.kabobo.face.scenes import scene
from tests.games.kabobo.rules.at import at, do
from tests.seeded import chance

LOW, HIGH = "2S 4D 8H QC", "3D 3C QH 3H"
"""Hands of 0 and of 24 points."""


def ended(hands: str, options: KaboboOptions | None = None, **fields: str) -> State:
    """Return a round after the last turn of the last seat, which changes nothing."""
    last = str(hands.count("\n"))
    return do(at(hands, options, **{"to_move": last, "draw_pile": "X"} | fields), "draw", "season")


def told(state: State) -> str:
    return FACE.results(scene(state))


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("3D 3C QH 3H", "triple 3 + 3 + 3 = 9; fifteen 12 + 3 = 15"),
        ("6D 9C X 3S", "fifteen 6 + 9 = 15; joker 15"),
        (
            "4C 5C 6C 7C",
            "run 4 + 5 + 6 + 7 = 22; fifteen 4 + 5 + 6 = 15; flush 4 + 5 + 6 + 7 = 22",
        ),
        ("7S 8D X X", "fifteen 7 + 8 = 15; joker 15; joker 15"),
        ("KS KD KH KC", "four of a kind 13 + 13 + 13 + 13 = 52"),
        ("2S 4D 8H QC", "no recipe"),
    ],
)
def test_recipes_are_written_out(hand: str, line: str) -> None:
    """B3.1-B3.4."""
    cards = [card(text) for text in hand.split()]
    assert sum_of(cards, score(cards)).replace("3 + 12", "12 + 3") == line


@pytest.mark.parametrize(
    ("hand", "named", "bare"),
    [
        ("3D 3C QH 3H", "triple 9 + fifteen 15 = 24", "9 + 15 = 24"),
        ("9S 9D 2H 5C", "pair 18", "18"),
        ("2S 4D 8H QC", "no recipe = 0", "0"),
    ],
)
def test_the_sum_of_a_kabob_is_one_line(hand: str, named: str, bare: str) -> None:
    kabob = score([card(text) for text in hand.split()])
    assert short_sum(kabob, named=True) == named
    assert short_sum(kabob, named=False) == bare


def test_before_the_first_round_there_is_nothing_to_tell() -> None:
    assert told(at(f"{LOW}\n{HIGH}")) == "No round has been scored yet."


def test_each_kabob_is_told_with_its_cards() -> None:
    lines = told(ended(f"{HIGH}\n{LOW}", caller="0")).splitlines()
    assert lines[0] == "**Round 1**: **Mina** called “Kabobo!”."
    assert lines[1].startswith("- **Mina** **24**: 3♢ 3♧ Q♡ 3♡ · triple 3 + 3 + 3 = 9")
    assert lines[2] == "- **Kai (hard)** **0**: 2♤ 4♢ 8♡ Q♧ · no recipe"


@pytest.mark.parametrize(
    ("hands", "fields", "line"),
    [
        (
            f"{HIGH}\n{LOW}",
            {"caller": "0"},
            "**Mina** called, and 24 is the highest score: 2 pieces.",
        ),
        (
            f"{HIGH}\n{LOW}",
            {"caller": "0", "pieces": "4 0"},
            "**Mina** called, and 24 is the highest score: 1 piece.",
        ),
        (
            f"{HIGH}\n{HIGH}",
            {"caller": "0"},
            "**Mina** called, and 24 is the highest score, shared: 2 pieces.",
        ),
        (
            f"{HIGH}\n{LOW}",
            {"caller": "0", "pieces": "5 0"},
            "**Mina** called, and 24 is the highest score: they already have all 5 pieces.",
        ),
        (
            f"{LOW}\n{HIGH}",
            {"caller": "0"},
            "**Mina** called with 0, but 24 is the highest score: **Kai (hard)** gets 1 piece.",
        ),
        (
            f"{LOW}\n{HIGH}\n{LOW}",
            {"caller": "0"},
            (
                "**Mina** called with 0, but 24 is the highest score: **Kai (hard)** and "
                "**Oluwaseun** get 1 piece."
            ),
        ),
        (
            f"{LOW}\n{HIGH}",
            {"caller": "0", "pieces": "0 5"},
            (
                "**Mina** called with 0, but 24 is the highest score: all the others already "
                "have five pieces."
            ),
        ),
    ],
)
def test_pieces_are_given_with_the_reason(hands: str, fields: dict[str, str], line: str) -> None:
    """B4.1, B4.4: two for the caller, or one for each other player; nobody has more than five."""
    assert line in told(ended(hands, None, **fields)).splitlines()


def test_without_a_call_nobody_gets_a_piece() -> None:
    """B2.8."""
    state = ended(f"{LOW}\n{HIGH}", KaboboOptions(max_turns=3), turns="6")
    text = told(state)
    assert "the turns ran out before anyone called “Kabobo!”." in text
    assert "Nobody called, so nobody gets a piece." in text


def test_the_handle_is_told_won() -> None:
    """B4.2."""
    lines = told(ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 2")).splitlines()
    assert "**Mina** had all 5 pieces before, and the highest score: **the handle!**" in lines
    assert lines[-1] == "**Mina** wins the match!"


def test_the_handle_is_told_missed() -> None:
    """B4.2: five pieces do not win it without the highest score."""
    lines = told(ended(f"{HIGH}\n{LOW}", caller="0", pieces="1 5")).splitlines()
    assert "**Kai (hard)** had all 5 pieces, but 0 isn't the highest: no handle yet." in lines


def test_a_match_without_a_handle_says_what_decided() -> None:
    """B4.3: most pieces, then most points."""
    state = ended(f"{HIGH}\n{LOW}", KaboboOptions(max_rounds=1), caller="0")
    assert told(state).splitlines()[-2:] == [
        "Pieces of 5: 1. **Mina** 2 (24 points) · 2. **Kai (hard)** 0 (0 points)",
        "**Mina** wins the match! All rounds are played: most pieces win, then most points.",
    ]


FIGURE = re.compile(r"(\d)\. \*\*.+?\*\* (?:(the handle)|(\d) \((\d+) points?\))")


def printed(text: str) -> list[tuple[int, tuple[bool, int, int]]]:
    """Return the printed ranks, each with the printed figures: handle, pieces, points."""
    (line,) = [line for line in text.splitlines() if line.startswith("Pieces of 5: ")]
    return [
        (int(rank), (bool(handle), int(pieces or 0), int(points or 0)))
        for rank, handle, pieces, points in FIGURE.findall(line)
    ]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_printed_order_is_that_of_the_printed_figures(seats: int) -> None:
    """B4.2-B4.4: equal figures share a rank, and a better one is never further down."""
    wheel = random.Random(seats)
    options = KaboboOptions(max_turns=3, max_rounds=3)
    handles = 0
    for seed in range(25):
        state = KABOBO.new(options, seats, chance(seed)).state
        state = replace(state, pieces=tuple(wheel.choice((3, 4, 5)) for _ in range(seats)))
        while actors := sorted(KABOBO.to_act(state)):
            seat = wheel.choice(actors)
            state = KABOBO.apply(state, seat, wheel.choice(KABOBO.legal(state, seat))).state
            if state.results:
                told_ranks = printed(told(state))
                assert len(told_ranks) == seats
                figures = [figure for _, figure in told_ranks]
                assert figures == sorted(figures, reverse=True)
                for rank, figure in told_ranks:
                    assert rank == 1 + sum(other > figure for other in figures)
        handles += bool(state.results[-1].handle)
    assert handles


def test_the_handle_is_printed_before_more_pieces_and_points() -> None:
    """B4.2: whoever wins it is first, though others may have more of all else."""
    state = ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 5")
    assert "Pieces of 5: 1. **Mina** the handle · 2. **Kai (hard)** 5 (0 points)" in told(state)


def test_six_rich_hands_keep_to_the_limit() -> None:
    rich = "4C 5C 6C 7C"
    state = ended("\n".join([rich] * 6), caller="0", pieces="5 5 5 5 5 4")
    assert len(told(state)) < RESULTS_LIMIT
    assert told(state).splitlines()[-1].endswith("wins the match!")


def headline(state: State) -> str:
    outcome = KABOBO.outcome(state)
    assert outcome is not None
    return FACE.ending(scene(state), outcome).headline


def test_the_headline_names_the_handle() -> None:
    """B4.2."""
    won = ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 2")
    assert headline(won) == "**Mina** wins the handle with all 5 pieces!"
    outcome = KABOBO.outcome(won)
    assert outcome is not None
    figures = FACE.ending(scene(won), outcome).figures
    assert figures[0].startswith("the handle, ")
    assert figures[1].startswith("2 pieces, ")


def test_the_headline_counts_pieces_where_nobody_has_the_handle() -> None:
    """B4.3: each seat's figure is what decides its rank."""
    state = ended(f"{HIGH}\n{LOW}", KaboboOptions(max_rounds=1), caller="0")
    outcome = KABOBO.outcome(state)
    assert outcome is not None
    assert headline(state) == "**Mina** wins with 2 pieces, 2 ahead of **Kai (hard)**!"
    figures = FACE.ending(scene(state), outcome).figures
    assert figures == ("2 pieces, 24 points", "0 pieces, 0 points")
