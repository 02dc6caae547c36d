from dataclasses import replace

import pytest

from bot.face.face import SeatSign
from bot.face.game_face import RESULTS_LIMIT
from bot.face.names import NBSP
from bot.games.capit.face import FACE
from bot.games.capit.face.arithmetic import sum_of
from bot.games.capit.rules.cards import deck_for, read_cards
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from tests.games.capit.face.scenes import at, do, scene

TIMES = "\N{MULTIPLICATION SIGN}"
KAI = "**Kai (hard)**"


def told(state: State) -> list[str]:
    return FACE.results(scene(state)).replace(NBSP, " ").splitlines()


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        (
            "AS KD 9C 2H X",
            f"20 (Joker) + 2 {TIMES} 15 (2♡ A♤) + 10 (K♢) + 5 (9♧) = 65",
        ),
        (
            "TS JS QS KS 3H",
            f"4 {TIMES} 10 (10♤ J♤ Q♤ K♤) + 5 (3♡) = 45",
        ),
        ("X", "20 (Joker) = 20"),
        ("", "no card left"),
    ],
)
def test_hands_are_written_out(hand: str, line: str) -> None:
    """C5.1."""
    assert sum_of([read_cards(text)[0] for text in hand.split()]) == line


def test_before_the_first_round_there_is_nothing_to_tell() -> None:
    assert told(at("KH")) == ["No round has been scored yet."]


def test_a_round_is_told_with_every_hand_and_the_totals() -> None:
    """C5.1, C5.3."""
    assert told(do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH")) == [
        "**Round 1**: **Mina** went out.",
        "- **Mina** **0**: no card left",
        f"- {KAI} **20**: 15 (A♤) + 5 (9♧) = 20",
        "- **Oluwaseun** **5**: 5 (3♤) = 5",
        f"- **Sam** **10**: 2 {TIMES} 5 (4♡ 4♤) = 10",
        "",
        (
            "Points so far, fewest first: 1. **Mina** 0 · 2. **Oluwaseun** 5 · 3. **Sam** 10 · "
            f"4. {KAI} 20"
        ),
    ]


def test_a_total_stays_in_a_line_with_its_rank_and_name() -> None:
    state = do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH")
    assert f" 1.{NBSP}**Mina**{NBSP}0 · 2." in FACE.results(scene(state))


def test_where_nobody_goes_out_all_hands_count() -> None:
    """C5.2."""
    lines = told(do(at("KH\nAS", phase="draw", draw_pile="", discard_pile=""), "draw"))
    assert lines[0] == "**Round 1**: the draw pile ran out."
    assert "Nobody went out, so all hands count." in lines
    assert lines[1] == "- **Mina** **10**: 10 (K♡) = 10"


def test_the_winner_of_the_match_is_told() -> None:
    """C5.3: the lowest total wins."""
    state = do(at("KH\nAS", "", CapitOptions(rounds=1)), "discard KH")
    assert told(state)[-1] == "**Mina** wins the match!"


def test_equal_totals_share_the_win() -> None:
    """C5.3."""
    options = CapitOptions(rounds=1)
    state = at("KH\nKC\nKD KS\nAS AS", "", options, phase="draw", draw_pile="", discard_pile="")
    assert told(do(state, "draw"))[-1] == f"**Mina** and {KAI} share the win!"


def test_six_large_hands_keep_to_the_limit() -> None:
    """C1.1, C8.7: all cards but one are in five hands."""
    cards = [str(card) for card in deck_for(6) if str(card) != "KH"]
    hands = "\n".join(" ".join(cards[first::5]) for first in range(5))
    state = do(at(f"KH\n{hands}", seats=6), "discard KH")
    text = FACE.results(replace(scene(state), seats=(SeatSign("*" * 40),) * 6))
    assert len(text) <= RESULTS_LIMIT
    assert text.splitlines()[-1].startswith("Points so far")
