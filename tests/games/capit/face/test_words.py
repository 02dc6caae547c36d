from typing import Any

import pytest

from bot.face.face import SeatSign
from bot.face.text_version import TEXT_LIMIT
from bot.games.capit.face import FACE
from bot.games.capit.rules.cards import JOKER, Card, read_cards
from bot.games.capit.rules.events import (
    Discarded,
    Drew,
    LaidContract,
    LaidMeld,
    LaidOff,
    MatchEnded,
    Pushed,
    RoundEnded,
    RoundStarted,
    Swapped,
    TookDiscard,
    TurnStarted,
)
from bot.games.capit.rules.melds import Kind, Meld, Side, read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.scores import End, RoundResult
from tests.face.moments import signs
from tests.games.capit.face.scenes import at, do, moments, scene

SIGNS = signs(4)
KAI = "**Kai (hard)**"
TABLE = """
    0 run 3SX5S2H
    1 set AHADX
    0 run 2S3S4S
    """


def card(text: str) -> Card:
    return read_cards(text)[0]


def meld(kind: Kind, cards: str, run_suit: RunSuit = RunSuit.SAME) -> Meld:
    return read_meld(kind, read_cards(cards), run_suit)


SEVENS = meld(Kind.SET, "7H7S2D")
SPADES = meld(Kind.RUN, "3SX5S2H")


def result(end: End, *hands: str) -> RoundResult:
    return RoundResult(2, 0, end, tuple(read_cards(hand) if hand else () for hand in hands))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundStarted(2, 1, card("8H")),
            f"**Round 2** begins. {KAI} dealt; an 8 of hearts starts the discard pile.",
        ),
        (
            RoundStarted(1, 0, JOKER),
            "**Round 1** begins. **Mina** dealt; a joker starts the discard pile.",
        ),
        (TurnStarted(0), ""),
        (TookDiscard(0, card("TS")), "**Mina** took the 10 of spades from the discard pile."),
        (
            Pushed(0, 1, card("7H")),
            f"**Mina** pushed the 7 of hearts and a card from the draw pile to {KAI} and drew.",
        ),
        (Drew(0), "**Mina** drew a card."),
        (
            LaidContract(0, 0, (SEVENS, SPADES)),
            ("**Mina** laid the contract: set of 7s: 7♡ 7♤ 2♢; run 3-6♤: 3♤ Joker(4♤) 5♤ 2♡(6♤)."),
        ),
        (LaidMeld(1, 2, SEVENS), f"{KAI} laid a set of 7s: 7♡ 7♤ 2♢."),
        (
            LaidMeld(0, 2, meld(Kind.RUN, "2S3S4S")),
            "**Mina** laid a run 2-4♤: 2♤ 3♤ 4♤.",
        ),
        (
            LaidMeld(0, 2, meld(Kind.RUN, "3S4H2S", RunSuit.ANY)),
            "**Mina** laid a run 3-5: 3♤ 4♡ 2♤(5).",
        ),
        (
            LaidOff(0, 3, 1, read_cards("5S6S"), Side.LOW),
            f"**Mina** laid 5♤ 6♤ off on {KAI}'s meld 4.",
        ),
        (
            LaidOff(0, 1, 0, read_cards("X"), Side.HIGH),
            "**Mina** laid Joker off on their own meld 2.",
        ),
        (
            Swapped(0, 0, 1, card("5S"), JOKER),
            f"**Mina** replaced the joker of {KAI}'s meld 1 with the 5 of spades.",
        ),
        (Discarded(0, card("QH")), "**Mina** discarded the queen of hearts."),
        (
            RoundEnded(result(End.OUT, "X", "", "9H", "KC")),
            (
                f"**Round 2** is over, {KAI} went out: **Mina** 20, {KAI} 0, "
                "**Oluwaseun** 5, **Sam** 10."
            ),
        ),
        (
            RoundEnded(result(End.STOCK, "X", "AS", "9H", "KC")),
            (
                f"**Round 2** is over, the draw pile ran out: **Mina** 20, {KAI} 15, "
                "**Oluwaseun** 5, **Sam** 10."
            ),
        ),
        (MatchEnded((2, 1, 3, 4), (9, 1, 15, 20)), f"{KAI} wins with 1 point!"),
        (
            MatchEnded((1, 1, 3, 4), (5, 5, 15, 20)),
            f"**Mina** and {KAI} share the win with 5 points!",
        ),
    ],
)
def test_every_event_is_told_in_one_line(event: object, line: str) -> None:
    assert FACE.say(event, SIGNS) == line


def test_a_round_in_which_nothing_happened_any_more_is_told() -> None:
    """C5.4."""
    line = FACE.say(RoundEnded(result(End.STALL, "X", "X", "X", "X")), SIGNS)
    assert "nobody drew or laid a card for a while" in line


def test_names_are_escaped() -> None:
    odd = [SeatSign("*Mina* @everyone")] * 4
    assert FACE.say(Drew(0), odd).startswith(r"**\*Mina\*")
    assert "@everyone" not in FACE.say(Pushed(0, 1, JOKER), odd)


def test_the_text_tells_what_the_picture_shows() -> None:
    """C2.2, C3.2: what each wild stands for, and which cards all have seen."""
    state = at("7H 8H+", TABLE, number=2, laid=frozenset({0, 1}))
    text = FACE.text(scene(state, None, [Discarded(3, card("6H"))]))
    lines = text.splitlines()
    assert lines[0] == "**CAP-IT · round 2 of 5** · turn 2"
    assert lines[1] == (
        "Contract: a set of 3 and a run of 4. Draw pile: 3 cards. Discard pile: 1, a 6 of "
        "hearts on top."
    )
    assert lines[2] == "Now: **Mina** lays and discards."
    assert lines[3:10] == [
        "",
        "**Mina** (their turn, contract laid): 2 cards (8♡ seen), 0 points",
        "- 1: run 3-6♤: 3♤ Joker(4♤) 5♤ 2♡(6♤)",
        "- 3: run 2-4♤: 2♤ 3♤ 4♤",
        "",
        f"{KAI} (contract laid): 2 cards, 0 points",
        "- 2: set of As: A♡ A♢ Joker",
    ]
    assert "**Sam** (dealt): 2 cards, 0 points" in lines
    assert lines[-1] == "**Sam** discarded the 6 of hearts."


def test_the_text_tells_the_viewers_hand_and_no_other() -> None:
    state = at("3C 7H X 8H+\nKS 2D\n9C\n9D", TABLE, number=2, laid=frozenset({0, 1}))
    told = [
        [line for line in FACE.text(scene(state, viewer)).splitlines() if "in hand" in line]
        for viewer in (None, 0, 1)
    ]
    assert told == [[], ["- in hand: 8♡ 7♡ 3♧ Joker"], ["- in hand: K♤ 2♢"]]


def test_a_scored_round_is_told_with_hands_and_places() -> None:
    """C5.1, C5.3."""
    state = do(at("KH\nAS KD 9C 2H X\n3S\n4S 4H"), "discard KH")
    text = FACE.text(scene(state))
    assert "**Mina** (1st, went out): round 0, 0 points\n- left: no card left" in text
    assert f"{KAI} (4th): round 65, 65 points\n- left: 20 (Joker) + " in text


def test_an_empty_discard_pile_is_told() -> None:
    """C3.3."""
    assert "Discard pile: empty." in FACE.text(scene(at("KH", phase="draw", discard_pile="")))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"phase": "draw"},
            "take the 6 of hearts from the discard pile, or push it to the left and draw.",
        ),
        (
            {"phase": "draw", "draw_pile": "5D"},
            "take the 6 of hearts from the discard pile, or draw a card.",
        ),
        ({"phase": "draw", "discard_pile": ""}, "draw a card."),
        (
            {"phase": "draw", "draw_pile": ""},
            (
                "take the 6 of hearts from the discard pile, or end the round by asking the "
                "empty draw pile."
            ),
        ),
        ({}, "lay two sets of 3 if you can, then discard a card."),
        ({"number": 5}, "lay a run of 3 and a run of 7 if you can, then discard a card."),
        ({"number": 4}, "lay three sets of 3 if you can, then discard a card."),
        ({"laid": frozenset({0})}, "lay melds or lay cards off, then discard a card."),
        ({"phase": "scored"}, "the round is over; anyone can start the next one."),
        ({"phase": "over"}, "the match is over."),
    ],
)
def test_the_status_says_what_to_do(fields: dict[str, Any], words: str) -> None:
    """C2.3, C3.1-C3.4."""
    assert FACE.status(scene(at("KH", **fields))) == words


def test_no_text_depends_on_cards_that_are_hidden() -> None:
    """C3.2: whatever the hands are, all that everybody may read is the same."""
    one, other = (scene(at(hands, TABLE)) for hands in ("7H 9C X", "3D 4D 5D"))
    assert FACE.text(one) == FACE.text(other)
    assert FACE.alt(one) == FACE.alt(other)
    assert FACE.status(one) == FACE.status(other)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_texts_of_real_matches_keep_to_the_limits(seats: int) -> None:
    for moment in moments(seats, 40 + seats):
        shown = moment.scene()
        assert 0 < len(FACE.text(shown)) <= TEXT_LIMIT
        assert 0 < len(FACE.alt(shown)) <= 1_000
        assert "**" not in FACE.alt(shown)
        assert 0 < len(FACE.results(shown)) <= 2_000
        assert "\n" not in FACE.status(shown)
        for event in moment.events[-5:]:
            assert "\n" not in FACE.say(event, shown.seats)


def test_a_crowded_table_keeps_to_the_limits() -> None:
    """Six players with nine long melds each: more than any deck has."""
    table = "\n".join(f"{number % 6} run 3H4HX2H2C8H9HTHJHQHKHAH" for number in range(54))
    state = at("KH", table, CapitOptions(run_suit=RunSuit.ANY), seats=6)
    assert len(FACE.text(scene(state))) <= TEXT_LIMIT
    assert len(FACE.alt(scene(state))) <= 1_000
