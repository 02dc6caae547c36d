"""What is told of Chow Pow!: events, the last turn, texts and what to do."""

import re
from dataclasses import replace
from itertools import chain
from typing import Any, Final

import pytest

from bot.game.contract import Seat
from bot.game.rounds import Declined, MatchEnded, RoundEnded
from bot.games.chowpow.face import FACE
from bot.games.chowpow.face.descriptions import changed_slots, last_play, turned_down
from bot.games.chowpow.rules import view as ev
from bot.games.chowpow.rules.cards import Card, Slot, read_slot
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions, default_deck
from tests.face.moments import signs
from tests.face.screens import labels
from tests.games.chowpow.face.scenes import BUFFET, LONG, MEAL, PILES, battling, moments, scene
from tests.games.chowpow.rules.at import at, card, cards, do

SIGNS = signs(4)
KAI = "**Kai (hard)**"
MINA = "**Mina**"


def slots(text: str) -> tuple[Slot, ...]:
    return tuple(map(read_slot, text.split()))


A1, A2, B2 = slots("a1 a2 b2")
WON = (cards("F6F1"), cards("V5"), (), ())
LEFT: tuple[tuple[Card, ...], ...] = ((), cards("V6"), (), ())

LINES: list[tuple[ev.Event, str]] = [
    (ev.RoundStarted(2, 1), f"**Round 2** begins. {KAI} starts."),
    (ev.TurnStarted(0, 2, last=False), ""),
    (ev.TurnStarted(0, 3, last=False), f"{MINA} has no cards and flips three slots."),
    (ev.TurnStarted(0, 2, last=True), f"This is {MINA}'s last turn."),
    (
        ev.TurnStarted(0, 3, last=True),
        f"This is {MINA}'s last turn. {MINA} has no cards and flips three slots.",
    ),
    (ev.Flipped(0, A1, card("F6")), f"{MINA} flipped a1: **Fruit 6**."),
    (ev.Matched(0, (A1, B2)), f"{MINA} has a match: a1 and b2."),
    (ev.Missed(0), f"{MINA} found no match."),
    (ev.Took(0, B2, 3), f"{MINA} took b2: 3 cards."),
    (ev.Took(0, None, 0), f"{MINA} finds nothing to take next to the match."),
    (ev.Refilled((A1, B2), 1), "The deck refills a1 and b2; 1 card left."),
    (ev.Refilled((A1,), 0), "The deck refills a1; 0 cards left."),
    (ev.Refilled((), 0), ""),
    (ev.LastTurns(), "**The deck is empty:** everyone has one more turn."),
    (ev.Attacked(0, 1, cards("F1W3")), f"**Pow!** {MINA} attacks {KAI} with **Fruit 1, Wild 3**."),
    (
        ev.BoardAttacked(0, 1, card("F1")),
        f"**Pow!** {MINA} battles the board with **Fruit 1**; {KAI} flips for it.",
    ),
    (ev.Passed(0), f"{MINA} didn't battle."),
    (ev.Defended(1, cards("V5")), f"{KAI} defends with **Veg 5**."),
    (ev.Countered(0, cards("F2T2")), f"{MINA} adds **Fruit 2, Team-Up 2**."),
    (Declined(0), f"{MINA} added nothing."),
    (
        ev.BattleEnded(0, 1, cards("F1"), cards("V5"), 1),
        f"{KAI} wins the battle, 1 card, 5 against 1 card, 1: 6 points.",
    ),
    (
        ev.BattleEnded(0, 1, cards("F5"), cards("V5"), None),
        f"{MINA} and {KAI} tie with 1 card, 5. Each scores their own cards.",
    ),
    (
        ev.BoardEnded(0, cards("F6"), cards("V5"), True),
        f"{MINA} beats the board, 1 card, 6 against 1 card, 5: 11 points.",
    ),
    (
        ev.BoardEnded(0, cards("F1"), cards("V5"), False),
        f"{MINA} loses to the board, 1 card, 1 against 1 card, 5.",
    ),
    (
        ev.BoardEnded(0, cards("F5"), cards("V5"), None),
        f"{MINA} ties with the board, 1 card, 5 against 1 card, 5, and keeps 5 points.",
    ),
    (ev.ShuffledBack(1), "1 lost card shuffled into the deck."),
    (ev.ShuffledBack(3), "3 lost cards shuffled into the deck."),
    (ev.ShowdownStarted((0, 1)), f"**Showdown!** {MINA} and {KAI} lay cards in secret."),
    (ev.Chose(0), f"{MINA} has laid cards for the showdown."),
    (
        ev.ShowdownEnded((cards("F1F2"), cards("V5"), (), ()), (0,)),
        f"Showdown: {MINA} Fruit 1 2; {KAI} Veg 5. {MINA} takes all: 8 points.",
    ),
    (
        ev.ShowdownEnded((cards("F5"), cards("V5"), cards("E1"), ()), (0, 1)),
        (
            f"Showdown: {MINA} Fruit 5; {KAI} Veg 5; **Oluwaseun** Sea 1. "
            f"{MINA} and {KAI} tie, and each scores their own cards."
        ),
    ),
    (
        RoundEnded(ev.RoundResult(1, 0, ev.End.DECK, WON, LEFT, hot_sauce=True)),
        (
            f"**Round 1** is over, the deck was empty: {MINA} 7, "
            f"{KAI} −1, **Oluwaseun** 0, **Sam** 0."  # noqa: RUF001 - as it is shown
        ),
    ),
    (
        RoundEnded(ev.RoundResult(1, 0, ev.End.TURNS, WON, LEFT, hot_sauce=False)),
        (
            f"**Round 1** is over, all turns were played: {MINA} 7, {KAI} 5, "
            "**Oluwaseun** 0, **Sam** 0."
        ),
    ),
    (ev.DrewForTie(0, A1, card("F6")), f"{MINA} drew **Fruit 6** from a1 to break the tie."),
    (MatchEnded((2, 1, 3, 4), (9, 12, 5, 1)), f"{KAI} wins with 12 points!"),
    (MatchEnded((1, 1, 3, 4), (9, 9, 5, 1)), f"{MINA} and {KAI} share the win with 9 points!"),
]


@pytest.mark.parametrize(("event", "line"), LINES)
def test_every_event_is_told_in_one_line(event: ev.Event, line: str) -> None:
    assert FACE.say(event, SIGNS) == line


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in LINES} == set(ev.Event.__args__)
    assert FACE.say(object(), SIGNS) == ""


def test_the_text_tells_what_the_picture_shows() -> None:
    """P2.1, P7.9: piles, empty slots, what lies up, what was flipped."""
    state = replace(do(at("F1F2 V2", PILES, won="F6 -"), "flip d4"), starter=1)
    text = FACE.text(scene(state, None, [ev.Flipped(0, read_slot("d4"), card("T2"))]))
    assert text.splitlines() == [
        "**Chow Pow! · round 1 of 1** · turn 3",
        f"Now: {MINA} flips the 2nd of 2 slots.",
        "Deck: 6 cards.",
        "Grid, a1 to d4:",
        "- a1 face down (×2), a2 face down, a3 empty, a4 face down",  # noqa: RUF001 - as it is shown
        "- b1 face down, b2 face down, b3 face down, b4 face down (×3)",  # noqa: RUF001 - as it is shown
        "- c1 face down, c2 empty, c3 face down, c4 face down",
        "- d1 face down, d2 face down, d3 face down, d4 **Team-Up 2** face up",
        "",
        "This turn: d4 Team-Up 2.",
        f"{MINA} (choosing): 2 cards in hand, 6 points (1 card won)",
        f"{KAI} (started): 1 card in hand, 0 points (0 cards won)",
        "**Last moves**",
        f"{MINA} flipped d4: **Team-Up 2**.",
    ]


def test_the_text_tells_the_viewers_hand_and_no_other() -> None:
    state = at("F2F1W3 V2", PILES)
    told = [FACE.text(scene(state, viewer)) for viewer in (None, 0, 1)]
    assert ["3 cards in hand (Fruit 1 2, Wild 3), " in text for text in told] == [
        False,
        True,
        False,
    ]
    assert ["1 card in hand (Veg 2), " in text for text in told] == [False, False, True]


def test_the_text_tells_what_the_viewer_has_laid_for_a_showdown_p5_3() -> None:
    before = replace(at("F1F2 V5", options=BUFFET, phase="buffet"), chosen=(None, None))
    state = do(before, "lay F1")
    told = [FACE.text(scene(state, viewer)) for viewer in (0, 1)]
    words = "2 cards in hand (Fruit 2; laid for the showdown: Fruit 1), "
    assert [words in text for text in told] == [True, False]


def test_the_text_tells_both_sides_of_a_battle() -> None:
    """P3.3: with what decides it."""
    text = FACE.text(scene(battling(at("F1 V2 S3"), "F6W3", "V5")))
    assert f"Battle:\n- {MINA}: Fruit 6, Wild 3 (2 cards, 9)\n- {KAI}: Veg 5 (1 card, 5)\n" in text
    assert f"Now: {KAI} is behind and can add cards." in text


@pytest.mark.parametrize(
    ("end", "lines"),
    [
        (
            ev.BattleEnded(0, 1, cards("F6"), cards("V5"), 0),
            [f"- {MINA}: Fruit 6 (1 card, 6), wins", f"- {KAI}: Veg 5 (1 card, 5)"],
        ),
        (
            ev.BoardEnded(0, cards("F1"), cards("V5"), False),
            [f"- {MINA}: Fruit 1 (1 card, 1)", "- the board: Veg 5 (1 card, 5), wins"],
        ),
        (
            ev.ShowdownEnded((cards("F5"), cards("V5")), (0, 1)),
            [f"- {MINA}: Fruit 5 (1 card, 5), a tie", f"- {KAI}: Veg 5 (1 card, 5), a tie"],
        ),
    ],
)
def test_the_last_battle_stays_in_sight(end: object, lines: list[str]) -> None:
    text = FACE.text(scene(at("F1 V2"), None, [end, ev.TurnStarted(0, 2, last=False)]))
    told = text.splitlines()
    first = next(at for at, line in enumerate(told) if line.startswith("Last "))
    assert told[first + 1 : first + 3] == lines


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "flip a card (1 of 2)."),
        ({"last": "1"}, "flip a card (1 of 2)."),
        ({"last": "2"}, "flip a card (1 of 2)."),
        ({"phase": "pair"}, "choose your match."),
        ({"phase": "take"}, "take a slot next to your match."),
        ({"phase": "pow"}, "battle another player, or pass."),
        ({"phase": "scored"}, "the round is over; anyone can start the next one."),
        ({"phase": "over"}, "the match is over."),
    ],
)
def test_the_status_says_what_to_do(fields: dict[str, Any], words: str) -> None:
    assert FACE.status(scene(at("F1 V2", **fields))) == words


def test_the_status_says_what_to_do_in_a_battle() -> None:
    state = at("F1F2 V2", phase="pow")
    assert FACE.status(scene(at("F1 -", phase="pow"))).startswith("battle the board")
    attacked = do(state, "pow 2 F1F2")
    assert FACE.status(scene(attacked)) == "lay cards against the attack."
    behind = do(at("F1F2 V2V3", phase="pow"), "pow 2 F1F2", "defend V2")
    assert FACE.status(scene(behind)) == "add cards, or add nothing."
    flips = do(at("F1 -", phase="pow"), "board F1")
    assert FACE.status(scene(flips)) == "flip a slot for the board."
    lays = replace(at("F1 V2", options=BUFFET, phase="buffet"), chosen=(None, None))
    assert FACE.status(scene(lays)) == "lay cards for the showdown, in secret."


def test_the_description_is_short_and_plain() -> None:
    state = do(at("F1F2 V2", PILES), "flip d4")
    assert FACE.alt(scene(state)) == (
        "Chow Pow!, round 1 of 1. Mina flips the 2nd of 2 slots. Deck: 6 cards. "
        "Grid: 14 filled slots; d4 Team-Up 2 face up. "
        "Mina: 2 cards, 0 points. Kai (hard): 1 card, 0 points."
    )


TURN = ev.TurnStarted(0, 2, last=False)
NEXT = ev.TurnStarted(1, 2, last=False)
FLIPS = [ev.Flipped(0, A1, card("F1")), ev.Flipped(0, A2, card("F2"))]


def framed(*events: object) -> frozenset[Slot]:
    return changed_slots(scene(at("F1 V2", PILES), None, events))


def test_the_slots_of_the_last_turn_are_framed() -> None:
    """P2.3, P2.4: until someone does something in the next one."""
    missed = [TURN, *FLIPS, ev.Missed(0), ev.Passed(0), NEXT]
    assert framed(*missed) == {A1, A2}
    matched = [
        TURN,
        *FLIPS,
        ev.Matched(0, (A1, A2)),
        ev.Took(0, B2, 1),
        ev.Refilled((B2, A1, A2), 3),
    ]
    assert framed(*missed, *matched) == {A1, A2, B2}
    assert framed(TURN, ev.Took(0, None, 0), ev.Refilled((), 3)) == frozenset()


def test_what_lies_up_is_framed_and_of_a_match_its_two_slots() -> None:
    """P2.5: the third card is no part of it."""
    grid = "F1 F2 B3 G4 S5 E6 F2 V3 B4 G5 S6 E1 F3 V4 B5 G6"
    first = do(at("- V2", grid), "flip a1")
    assert changed_slots(scene(first, None, [TURN, *FLIPS])) == {A1}
    assert changed_slots(scene(do(first, "flip b2", "flip a2"))) == {A1, A2}


def test_nothing_of_the_game_before_is_framed_p5_2() -> None:
    assert framed(TURN, *FLIPS, ev.RoundStarted(2, 1), NEXT) == frozenset()


@pytest.mark.parametrize(
    ("event", "seat", "done"),
    [
        (ev.Flipped(0, A1, card("F1")), 0, "flipped a1: Fruit 1"),
        (ev.Matched(0, (A1, A2)), 0, "matched a1 and a2"),
        (ev.Missed(0), 0, "found no match"),
        (ev.Took(0, B2, 2), 0, "took b2, 2 cards"),
        (ev.Took(0, None, 0), 0, "took nothing"),
        (ev.Attacked(0, 1, cards("F1F2")), 0, "attacked with 2 cards"),
        (ev.BoardAttacked(0, 1, card("F1")), 0, "battles the board with Fruit 1"),
        (ev.Passed(0), 0, "didn't battle"),
        (ev.Defended(1, cards("V1")), 1, "defended with 1 card"),
        (ev.Countered(0, cards("F3")), 0, "added 1 card"),
        (Declined(1), 1, "added nothing"),
        (ev.Chose(1), 1, "has chosen"),
        (ev.BattleEnded(0, 1, cards("F1"), cards("V2"), 1), 1, "won the battle"),
        (ev.BattleEnded(0, 1, cards("F1"), cards("V1"), None), 0, "battled for a tie"),
        (ev.BoardEnded(0, cards("F2"), cards("V1"), True), 0, "won the battle"),
        (ev.BoardEnded(0, cards("F1"), cards("V2"), False), 0, "lost to the board"),
        (ev.BoardEnded(0, cards("F1"), cards("V1"), None), 0, "battled for a tie"),
        (ev.ShowdownEnded((cards("F1"), cards("V2")), (1,)), 1, "won the showdown"),
        (ev.ShowdownEnded((cards("F1"), cards("V1")), (0, 1)), 0, "and 1 other tied"),
    ],
)
def test_the_last_move_is_told(event: object, seat: Seat, done: str) -> None:
    play = last_play(scene(at("F1 V2", PILES), None, [TURN, event, NEXT]))
    assert play is not None
    assert (play.seat, play.done) == (seat, done)


def test_before_the_first_move_there_is_none_to_tell() -> None:
    assert last_play(scene(at("F1 V2", PILES), None, [ev.RoundStarted(1, 0), TURN])) is None


def test_faces_seen_in_this_turn_or_the_last_one_lie_down_again() -> None:
    """P2.4: those that lie up are no part of them, nor what was seen before, covered, or taken."""
    state = at("F1 V2", f"F1! V2! - G4! S5/F2' E6! F2! {'B1 ' * 9}")
    seen = [ev.Flipped(1, read_slot(slot), card("F1")) for slot in ("a1", "a3", "b1", "b2")]
    after = replace(state, last_flips=tuple(seen[:2]), flips=tuple(seen[2:]))
    assert turned_down(scene(after).view) == {A1, B2}
    assert turned_down(scene(replace(after, up=(B2,))).view) == {A1}


OWN: Final = ChowpowOptions(deck=str(default_deck()).replace("E Sea", "E Eggs"), max_turns=20)


@pytest.mark.parametrize("options", [LONG, MEAL, BUFFET, OWN])
def test_cards_are_named_by_their_food(options: ChowpowOptions) -> None:
    """P1.1: letters are for records; in a deck of one's own, too."""
    told = []
    for moment in moments(3, 5, options):
        shown, events = moment.scene(moment.state.to_move), moment.events[-5:]
        legal = CHOWPOW.legal(moment.state, moment.state.to_move)
        hand = FACE.screen(shown, legal)
        told += [say(shown) for say in (FACE.text, FACE.alt, FACE.status, FACE.results)]
        told += [FACE.turn(events, shown.seats), *(FACE.say(each, shown.seats) for each in events)]
        told += [hand.text, *chain.from_iterable(labels(hand))]
        told += [FACE.proposal(shown, action) for action in legal[-5:]]
    assert not [text for text in told if re.search(r"\b[A-Z][1-9]\b", text)]
    own, usual = ("Eggs", "Sea") if options is OWN else ("Sea", "Eggs")
    assert any(own in text for text in told)
    assert not any(usual in text for text in told)
