"""Texts of a table: what it shows, what is to be done, a scored round and the end of a match."""

import random
import re
from dataclasses import replace

import pytest

from bot.face.game_face import RESULTS_LIMIT
from bot.games.kabobo.face import FACE
from bot.games.kabobo.face.descriptions import short_sum, sum_of
from bot.games.kabobo.rules.cards import card, score
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from tests.games.kabobo.face.scenes import QUIET, results, scene
from tests.games.kabobo.rules.at import at, do
from tests.helpers import chance, not_none

TABLE = """
    ?3D/0peek *?QH/0draw 9S ?4C
    ?JS/0look,1peek ?KD *AH ?X
    """


def test_the_text_tells_what_the_picture_shows() -> None:
    """B5.1: cards that lie face up, locks, and who has looked at which card."""
    text = FACE.text(scene(at(TABLE, pieces="2 0", caller="1")))
    assert "Draw pile: 3 cards. Discard pile: 1, a 6 of hearts on top." in text
    assert "Now: **Mina** takes a turn." in text
    assert "**Mina** (last turn, started): 2 of 5 pieces, 0 points" in text
    assert "- 1: face down (seen by **Mina**)" in text
    assert "- 2: face down, locked (seen by **Mina**)" in text
    assert "- 3: face up, 9 of spades" in text
    assert "- 3: face up, ace of hearts, locked" in text
    assert "called Kabobo!" in text


def test_without_the_aid_nobody_is_reminded_of_looks_b5_2() -> None:
    assert "seen by" not in FACE.text(scene(at(TABLE, QUIET)))


@pytest.mark.parametrize("memory_aid", [True, False])
def test_no_text_names_a_card_that_lies_face_down(*, memory_aid: bool) -> None:
    """B5.1: what everyone may read is made from what everyone may know."""
    state = at(TABLE, KaboboOptions(memory_aid=memory_aid))
    shown = scene(state)
    for text in (FACE.text(shown), FACE.alt(shown), FACE.status(shown)):
        for hidden in ("3♢", "Q♡", "4♧", "J♤", "K♢", "Joker", "3 of diamonds", "queen", "king"):
            assert hidden not in text


def power(discard_pile: str) -> dict[str, str]:
    return {"phase": "power", "discard_pile": discard_pile}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"phase": "peek"}, "look at two cards."),
        ({}, "draw a card, take the 6 of hearts, or call “Kabobo!”."),
        ({"caller": "1"}, "draw a card or take the 6 of hearts."),
        ({"phase": "drawn", "drawn": "2S"}, "keep the card you drew, or discard it for its power."),
        (power("2S"), "look at one of your face-down cards, or skip it."),
        (power("2C"), "look at a face-down card of another player, or skip it."),
        (power("2H"), "trade one of your cards for another player's, or skip it."),
        (power("2D"), "lock one of your cards or unlock any, or skip it."),
        ({"phase": "scored"}, "the round is over; anyone can start the next one."),
        ({"phase": "over"}, "the match is over."),
    ],
)
def test_the_status_says_what_to_do(fields: dict[str, str], words: str) -> None:
    assert FACE.status(scene(at(TABLE, None, **fields))) == words


def test_texts_of_a_scored_round_have_points_and_places() -> None:
    state = do(at("3D 3C QH 3H\n6D 9C X 3S", caller="1", draw_pile="2C"), "draw", "season")
    assert KABOBO.stage(state).paused
    text = FACE.text(scene(state))
    assert "(2nd, started): round 24, 0 of 5 pieces, 24 points" in text
    assert "(1st, +2 pieces, called Kabobo!): round 30, 2 of 5 pieces, 30 points" in text
    assert "- 3♢ | 3♧ | Q♡ | 3♡ · triple 9 + fifteen 15 = 24" in text


LOW, HIGH = "2S 4D 8H QC", "3D 3C QH 3H"
"""Hands of 0 and of 24 points."""

LESS = "doesn't have the highest score"


def ended(hands: str, options: KaboboOptions | None = None, **fields: str) -> State:
    """Return a round after the last turn of the last seat, which changes nothing."""
    last = str(hands.count("\n"))
    return do(at(hands, options, **{"to_move": last, "draw_pile": "X"} | fields), "draw", "season")


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("3D 3C QH 3H", "triple 3 + 3 + 3 = 9; fifteen 12 + 3 = 15"),
        ("6D 9C X 3S", "fifteen 6 + 9 = 15; joker 15"),
        ("4C 5C 6C 7C", "run 4 + 5 + 6 + 7 = 22; fifteen 4 + 5 + 6 = 15; flush 4 + 5 + 6 + 7 = 22"),
        ("7S 8D X X", "fifteen 7 + 8 = 15; joker 15; joker 15"),
        ("KS KD KH KC", "four of a kind 13 + 13 + 13 + 13 = 52"),
        ("2S 4D 8H QC", "no recipe"),
    ],
)
def test_recipes_are_written_out_b3_1_to_b3_4(hand: str, line: str) -> None:
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


def test_each_kabob_is_told_with_its_cards() -> None:
    lines = results(ended(f"{HIGH}\n{LOW}", caller="0"))
    assert lines[0] == "**Round 1**: **Mina** called “Kabobo!”."
    assert lines[1].startswith("- **Mina** **24**: 3♢ 3♧ Q♡ 3♡ · triple 3 + 3 + 3 = 9")
    assert lines[2] == "- **Kai (hard)** **0**: 2♤ 4♢ 8♡ Q♧ · no recipe"


@pytest.mark.parametrize(
    ("hands", "pieces", "line"),
    [
        (f"{HIGH}\n{LOW}", "0 0", "has the highest score and gets 2 pieces."),
        (f"{HIGH}\n{LOW}", "4 0", "has the highest score and gets 1 piece."),
        (f"{HIGH}\n{HIGH}", "0 0", "shares the highest score and gets 2 pieces."),
        (f"{HIGH}\n{LOW}", "5 0", "has the highest score and all pieces already."),
        (f"{LOW}\n{HIGH}", "0 0", f"{LESS}. **Kai (hard)** gets 1 piece."),
        (
            f"{LOW}\n{HIGH}\n{LOW}",
            "0 0 0",
            f"{LESS}. **Kai (hard)** and **Oluwaseun** get 1 piece.",
        ),
        (f"{LOW}\n{HIGH}", "0 5", f"{LESS}. The others have all pieces already."),
    ],
)
def test_pieces_are_given_with_the_reason(hands: str, pieces: str, line: str) -> None:
    """B4.1, B4.4: two for the caller, or one for each other player; nobody has more than five."""
    assert f"**Mina** {line}" in results(ended(hands, caller="0", pieces=pieces))


def test_without_a_call_nobody_gets_a_piece_b2_8() -> None:
    state = ended(f"{LOW}\n{HIGH}", KaboboOptions(max_turns=3), turns="6")
    text = "\n".join(results(state))
    assert "the turns ran out." in text
    assert "Nobody called, so nobody gets a piece." in text


def test_the_handle_is_told_won_b4_2() -> None:
    lines = results(ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 2"))
    assert "**Mina** had all 5 pieces, and the highest score: **the handle!**" in lines
    assert lines[-1] == "**Mina** wins the match!"


def test_the_handle_is_told_missed() -> None:
    """B4.2: five pieces do not win it without the highest score."""
    lines = results(ended(f"{HIGH}\n{LOW}", caller="0", pieces="1 5"))
    assert "**Kai (hard)** had all 5 pieces, but not the highest score: no handle yet." in lines


def test_a_match_without_a_handle_says_what_decided() -> None:
    """B4.3: most pieces, then most points."""
    state = ended(f"{HIGH}\n{LOW}", KaboboOptions(max_rounds=1), caller="0")
    assert results(state)[-2:] == [
        "Pieces of 5: 1. **Mina** 2 (24 points) · 2. **Kai (hard)** 0 (0 points)",
        "**Mina** wins the match! Most pieces win, then most points.",
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
                told_ranks = printed("\n".join(results(state)))
                assert len(told_ranks) == seats
                figures = [figure for _, figure in told_ranks]
                assert figures == sorted(figures, reverse=True)
                for rank, figure in told_ranks:
                    assert rank == 1 + sum(other > figure for other in figures)
        handles += bool(state.results[-1].handle)
    assert handles


def test_the_handle_is_printed_before_more_pieces_and_points() -> None:
    """B4.2: the player who wins it is first, though others may have more of all else."""
    state = ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 5")
    line = "Pieces of 5: 1. **Mina** the handle · 2. **Kai (hard)** 5 (0 points)"
    assert line in results(state)


def test_six_rich_hands_keep_to_the_limit() -> None:
    rich = "4C 5C 6C 7C"
    state = ended("\n".join([rich] * 6), caller="0", pieces="5 5 5 5 5 4")
    assert len("\n".join(results(state))) < RESULTS_LIMIT
    assert results(state)[-1].endswith("wins the match!")


def headline(state: State) -> str:
    outcome = not_none(KABOBO.outcome(state))
    return FACE.ending(scene(state), outcome).headline


def test_the_headline_names_the_handle_b4_2() -> None:
    won = ended(f"{HIGH}\n{LOW}", caller="1", to_move="0", pieces="5 2")
    assert headline(won) == "**Mina** wins the handle with all 5 pieces!"
    outcome = not_none(KABOBO.outcome(won))
    figures = FACE.ending(scene(won), outcome).figures
    assert figures[0].startswith("the handle, ")
    assert figures[1].startswith("2 pieces, ")


def test_the_headline_counts_pieces_where_nobody_has_the_handle() -> None:
    """B4.3: each seat's figure is what decides its rank."""
    state = ended(f"{HIGH}\n{LOW}", KaboboOptions(max_rounds=1), caller="0")
    outcome = not_none(KABOBO.outcome(state))
    assert headline(state) == "**Mina** wins with 2 pieces, 2 ahead of **Kai (hard)**!"
    figures = FACE.ending(scene(state), outcome).figures
    assert figures == ("2 pieces, 24 points", "0 pieces, 0 points")
