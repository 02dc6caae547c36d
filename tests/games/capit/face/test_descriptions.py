"""What is told of each event, and what the last turn changed."""

import pytest

from bot.face.phrases import LastPlay
from bot.game.rounds import Discarded, Drew, MatchEnded, RoundEnded, TurnStarted
from bot.games.capit.face import FACE
from bot.games.capit.face.descriptions import changed_cards, last_play, was_discarded
from bot.games.capit.rules.cards import JOKER, Card, read_cards
from bot.games.capit.rules.melds import Kind, Meld, Side, read_meld
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import (
    End,
    LaidContract,
    LaidMeld,
    LaidOff,
    Pushed,
    RoundResult,
    RoundStarted,
    Swapped,
    TookDiscard,
)
from tests.face.moments import signs
from tests.games.capit.face.scenes import at
from tests.games.capit.rules.at import watch

TABLE = """
    0 run 5S6S7S
    1 set AHADX
    """
HAND = "7H 7D 7C 4S 8S 9S AS KH"
SIGNS = signs(4)
KAI = "**Kai (hard)**"


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
            f"**Round 2** begins. {KAI} dealt; the 8♡ starts the discard pile.",
        ),
        (
            RoundStarted(1, 0, JOKER),
            "**Round 1** begins. **Mina** dealt; the Joker starts the discard pile.",
        ),
        (TurnStarted(0), ""),
        (TookDiscard(0, card("TS")), "**Mina** took the 10♤."),
        (
            Pushed(0, 1, card("7H")),
            f"**Mina** pushed the 7♡ and a card from the draw pile to {KAI} and drew.",
        ),
        (Drew(0), "**Mina** drew a card."),
        (
            LaidContract(0, 0, (SEVENS, SPADES)),
            ("**Mina** laid the contract: set of 7s: 7♡ 7♤ 2♢; run 3-6♤: 3♤ Joker(4♤) 5♤ 2♡(6♤)."),
        ),
        (LaidMeld(1, 2, SEVENS), f"{KAI} laid a set of 7s: 7♡ 7♤ 2♢."),
        (LaidMeld(0, 2, meld(Kind.RUN, "2S3S4S")), "**Mina** laid a run 2-4♤: 2♤ 3♤ 4♤."),
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
            f"**Mina** replaced the Joker of {KAI}'s meld 1 with the 5♤.",
        ),
        (Discarded(0, card("QH")), "**Mina** discarded the Q♡."),
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


def test_a_round_in_which_nothing_happened_any_more_is_told_c5_4() -> None:
    line = FACE.say(RoundEnded(result(End.STALL, "X", "X", "X", "X")), SIGNS)
    assert "nobody drew or laid a card for a while" in line


def changed(state: State, *actions: str) -> frozenset[tuple[int, int]]:
    after, events = watch(state, *actions)
    return changed_cards(events, [laid.meld for laid in after.melds])


@pytest.mark.parametrize(
    ("actions", "cards"),
    [
        ((), set()),
        (("meld set 7C7D7H",), {(2, 0), (2, 1), (2, 2)}),
        (("off 1 8S", "off 1 9S"), {(0, 3), (0, 4)}),
        (("off 1 low 4S", "off 1 8S"), {(0, 0), (0, 4)}),
        (("meld set 7C7D7H", "off 1 8S", "discard KH"), {(2, 0), (2, 1), (2, 2), (0, 3)}),
        (("swap 2.3 AS: off 1 X",), {(1, 2), (0, 3)}),
        (("meld set 7C7D7H", "discard KH", "take"), set()),
    ],
)
def test_the_cards_of_the_last_turn_are_framed_c4_2_c4_4(
    actions: tuple[str, ...], cards: set[tuple[int, int]]
) -> None:
    assert changed(at(HAND, TABLE), *actions) == cards


def test_a_contract_is_framed_whole_c4_1() -> None:
    state = at("7H 7D 7C AS AC AD KH", "1 set KHKCX", laid="1")
    assert changed(state, "lay set 7C7D7H set ACADAS") == {
        (number, at) for number in (1, 2) for at in range(3)
    }


@pytest.mark.parametrize(
    ("phase", "actions", "play"),
    [
        ("draw", ("take",), LastPlay(0, "took from the pile", read_cards("6H")[0])),
        ("draw", ("push",), LastPlay(0, "pushed to the left", read_cards("6H")[0])),
        (
            "draw",
            ("take", "discard 6H", "push"),
            LastPlay(1, "pushed to the left", read_cards("6H")[0]),
        ),
        ("play", ("meld set 7C7D7H",), LastPlay(0, "laid meld 3")),
        ("play", ("off 1 8S",), LastPlay(0, "laid off on meld 1", read_cards("8S")[0])),
        ("play", ("swap 2.3 AS: off 1 X",), LastPlay(0, "laid off on meld 1", JOKER)),
        ("play", ("discard KH",), LastPlay(0, "discarded", read_cards("KH")[0])),
    ],
)
def test_the_last_play_names_what_everybody_saw(
    phase: str, actions: tuple[str, ...], play: LastPlay[Card]
) -> None:
    """C3.2: a card from the stock is not among it; before the first play there is none."""
    assert last_play((), SIGNS) is None
    _, events = watch(at(HAND, TABLE, phase=phase), *actions)
    assert last_play(events, SIGNS) == play


@pytest.mark.parametrize(
    ("phase", "actions", "was"),
    [
        ("play", ("discard KH",), True),
        ("play", ("off 1 8S", "discard KH"), True),
        ("play", ("off 1 8S",), False),
        ("draw", ("take",), False),
        ("play", ("discard KH", "take"), False),
    ],
)
def test_a_discard_is_new_until_the_next_play_c4_5(
    phase: str,
    actions: tuple[str, ...],
    was: bool,  # noqa: FBT001 - what is compared
) -> None:
    _, events = watch(at(HAND, TABLE, phase=phase), *actions)
    assert was_discarded(events) is was


@pytest.mark.parametrize(
    ("phase", "actions", "line"),
    [
        ("draw", ("take",), "**Mina** took the 6♡."),
        ("draw", ("push",), f"**Mina** pushed the 6♡ to {KAI}."),
        (
            "play",
            ("meld set 7C7D7H", "off 1 8S", "off 1 9S", "discard KH"),
            ("**Mina** laid a set of 7s, laid off 8♤ 9♤ and discarded the K♡."),
        ),
        (
            "play",
            ("off 1 low 4S", "off 1 8S", "off 1 9S", "off 2 AS"),
            "**Mina** laid off 4 cards.",
        ),
        (
            "play",
            ("swap 2.3 AS: off 1 X",),
            "**Mina** swapped the A♤ for the Joker and laid off Joker.",
        ),
    ],
)
def test_a_turn_is_told_in_a_sentence(phase: str, actions: tuple[str, ...], line: str) -> None:
    """C3.2: a card from the stock is not named."""
    _, events = watch(at(HAND, TABLE, phase=phase), *actions)
    assert FACE.turn(events, SIGNS) == line


@pytest.mark.parametrize(
    ("ended", "line"),
    [
        (result(End.OUT, "X", "", "9H", "KC"), f"{KAI} went out!"),
        (result(End.STOCK, "X", "9H", "9H", "KC"), "The round ends: the draw pile ran out."),
    ],
)
def test_the_end_of_a_round_is_told_in_a_sentence(ended: RoundResult, line: str) -> None:
    assert FACE.turn([RoundEnded(ended)], SIGNS) == line


def test_the_melds_of_a_turn_are_told_together() -> None:
    hand = "7H 7D 7C KH KD KC AS"
    _, events = watch(at(hand, TABLE, phase="play"), "meld set 7C7D7H", "meld set KCKDKH")
    assert FACE.turn(events, SIGNS) == "**Mina** laid a set of 7s and a set of Ks."
