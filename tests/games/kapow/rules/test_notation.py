"""The notation of actions, hands and rounds: what is written reads back."""

import pytest

from bot.game.contract import UnreadableActionError
from bot.game.deck import Chance
from bot.game.rounds import Setup
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from tests.conformance.playout import playout
from tests.games.kapow.rules.pictures import format_hand, format_round, parse_hand, parse_round

PLACES = [f"{column}{row}" for column in "1234" for row in "tmb"]


def test_every_action_reads_as_it_is_written() -> None:
    texts = [
        *["take draw", "take discard", "discard", "end", "next"],
        *(f"replace {place}" for place in PLACES),
        *(
            f"{way} {place} {sign}"
            for way in ("top", "beneath")
            for place in PLACES
            for sign in "+-"
        ),
        *(f"swap {first} {second}" for first in PLACES for second in PLACES),
        *(f"reveal {first} {second}" for first in PLACES for second in PLACES if first < second),
    ]
    in_order = [text for text in texts if str(KAPOW.parse(text)) == text]
    assert len(set(texts) - set(in_order)) == 4 * 3
    assert all(text.startswith("reveal") for text in set(texts) - set(in_order))


def test_the_two_places_of_an_opening_come_in_either_order_k9_1() -> None:
    assert KAPOW.parse("reveal 2b 1t") == Reveal(Place(0, 0), Place(1, 2))
    assert KAPOW.parse("reveal 1b 1t") == Reveal(Place(0, 0), Place(0, 2))


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "take", "take deck", "Take draw", "take  draw", "take draw ", "discard 1t"],
        *["replace", "replace 5t", "replace 0t", "replace 1x", "replace t1", "replace 1t 2t"],
        *["top 1t", "top 1t 1", "top 1t ±", "beneath + 1t", "swap 1t", "swap 1t 2t 3t"],
        *[
            "reveal 1t",
            "reveal 1t,2t",
            "replace \u0661t",
            "end\n",
            "next round",
            "\0",
            "9" * 10_000,
        ],
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError, match="no action of Kapow!"):
        KAPOW.parse(text)


def test_a_hand_is_a_picture_of_three_lines() -> None:
    picture = "12   ?4 . ?\nP1+2 ?K . K\n0    9  . 5+1-2"
    assert format_hand(parse_hand(picture)) == picture


@pytest.mark.parametrize(
    "picture", ["", "1\n2", "1 2\n3\n4 5", "1\n2\n3\n4", "1\n.\n3", "1\n2\n13", "1\nx\n3"]
)
def test_other_pictures_are_no_hands(picture: str) -> None:
    with pytest.raises(ValueError, match=r"three lines|isn't a position|isn't a card"):
        parse_hand(picture)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_round_reads_as_it_is_written(seats: int) -> None:
    for turn in playout(KAPOW, seats, seed=seats, options=KapowOptions(rounds=1)):
        read = parse_round(format_round(turn.after), turn.after.setup)
        assert read == turn.after._replace(results=())


SETUP = Setup(KapowOptions(), 1, Chance(bytes(32)))
ROUND = "number 1\nphase take\nstarter 0\nto move 0\nturn 1\ndraw 3\ndiscard\n\n?1\n?2\n?3\n"


def test_a_round_says_only_what_is_unusual() -> None:
    assert format_round(parse_round(ROUND, SETUP)) == ROUND


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *[("number 1\n", ""), ("number 1", "number one"), ("phase take", "phase tea")],
        *[("turn 1", "turn 1\nturn 1"), ("draw 3", "draw 3 99"), ("turn 1", "turn 1\nwind 3")],
        *[("turn 1", "turn 1\ndrawn 7"), ("turn 1", "turn 1\ndrawn 7 hand"), ("\n?1", "\n1 2 3")],
    ],
)
def test_other_texts_are_no_rounds(old: str, new: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_round(ROUND.replace(old, new), SETUP)
