"""What is told of Kapow!: events, texts, what to do, and scored rounds with every sum."""

from dataclasses import replace

import pytest

from bot.face.face import SeatSign
from bot.face.markdown import MINUS
from bot.game.rounds import Discarded, MatchEnded, Reshuffled, RoundEnded, TurnStarted
from bot.games.kapow.face import FACE
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, position
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.view import (
    DiscardStarted,
    Drawn,
    Phase,
    Placed,
    Replaced,
    Revealed,
    RoundReason,
    RoundStarted,
    Swapped,
    Took,
    TriadDiscarded,
    TurnedUp,
    UsedUp,
    View,
    WentOut,
)
from tests.games.kapow.face.scenes import MIDDLE, RICHEST, scene, scored, view

SEATS = (SeatSign("Mina"), SeatSign("*Sam*"))
NASTIEST = "_*`[" * 20
"""A name that doubles in writing."""


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundStarted(1, 0, Card.C8, dealer=1),
            (
                "**Round 1** begins. **\\*Sam\\*** deals. "
                "**Mina** starts, with an 8 on the discard pile."
            ),
        ),
        (
            RoundStarted(2, 0, Card.KAPOW),
            "**Round 2** begins. **Mina** starts, with a KAPOW! card on the discard pile.",
        ),
        (TurnStarted(0, last=False), ""),
        (TurnStarted(0, last=True), "The last turn of **Mina**."),
        (
            Revealed(0, (Place(0, 0), Place(3, 2)), (Card.C9, Card.POWER_1)),
            "**Mina** turned up a 9 (column 1, top) and a ±1 (column 4, bottom).",
        ),
        (Took(0, Pile.DRAW, None), "**Mina** drew a card."),
        (Took(0, Pile.DISCARD, Card.C7), "**Mina** took the 7 from the discard pile."),
        (Discarded(1, Card.C7), "**\\*Sam\\*** discarded the 7."),
        (
            Replaced(0, Place(1, 1), Card.C7, position("9")),
            "**Mina** replaced a 9 with the 7 (column 2, middle).",
        ),
        (
            Replaced(0, Place(1, 1), Card.C7, position("5-2")),
            f"**Mina** replaced the powerset 5{MINUS}2=3 with the 7 (column 2, middle).",
        ),
        (
            Placed(0, Place(1, 1), Card.POWER_2, on_top=False, position=position("5-2")),
            f"**Mina** put the ±2 beneath (column 2, middle): now 5 with {MINUS}2 worth 3.",
        ),
        (
            Placed(0, Place(1, 1), Card.KAPOW, on_top=True, position=position("K+1")),
            "**Mina** put the KAPOW! card on top (column 2, middle): now KAPOW! with +1.",
        ),
        (
            Swapped(0, Place(0, 0), Place(1, 2)),
            "**Mina** swapped KAPOW! from column 1, top with column 2, bottom.",
        ),
        (
            TriadDiscarded(0, 1, Triad(position("9"), position("9"), position("9"))),
            "**Mina** completed column 2: 9 · 9 · 9 is gone!",
        ),
        (
            TriadDiscarded(0, 1, Triad(position("K"), position("8"), position("7+2"))),
            "Kapow! **Mina** completed column 2: K! · 8 · 7+2=9 is gone!",
        ),
        (
            TurnedUp(0, (Place(0, 0), Place(0, 1), Place(0, 2)), (Card.C1, Card.C2, Card.KAPOW)),
            "**Mina** turned up the rest: 1, 2 and K!.",
        ),
        (TurnedUp(0, (), ()), ""),
        (DiscardStarted(Card.C11), "The discard pile starts again with an 11."),
        (Reshuffled(40), "40 discards were shuffled into a new draw pile."),
        (UsedUp(1), "**\\*Sam\\*** ended the round at the empty draw pile."),
        (WentOut(0), "**Mina** went out! Everyone else has one last turn."),
        (
            RoundEnded(scored(("5/1/2", "1/3/3"), 0).results[0]),
            "**Round 3** is over: **Mina** 16 (doubled), **\\*Sam\\*** 7.",
        ),
        (MatchEnded((1, 2), (41, 52)), "**Mina** wins with 41!"),
        (MatchEnded((1, 1), (41, 41)), "**Mina** and **\\*Sam\\*** share the win with 41!"),
    ],
)
def test_every_event_is_told_in_one_line(event: object, line: str) -> None:
    assert FACE.say(event, SEATS) == line


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (RoundReason.RESHUFFLES, "there were too many reshuffles"),
        (RoundReason.STALLED, "nothing moved any more"),
        (RoundReason.NO_CARDS, "no cards were left"),
    ],
)
def test_a_round_with_nobody_out_is_told_with_its_reason(reason: RoundReason, words: str) -> None:
    """K5.5, K5.6."""
    result = replace(scored(("5/1/2", "1/3/3"), None).results[0], reason=reason)
    told = FACE.say(RoundEnded(result), SEATS)
    assert told == f"**Round 3** is over, because {words}: **Mina** 8, **\\*Sam\\*** 7."


def test_the_text_tells_what_the_picture_shows() -> None:
    text = FACE.text(scene(view(out=2), note="1:12 left", away=3))
    for words in (
        *("round 3 of 10", "turn 14", "1\\:12 left"),
        *("Draw pile: 47 cards. Discard pile: 2, a 10 on top.", "Now: **Mina** takes a card."),
        *("**Mina** (last turn): showing 51, total 41", "- 1: 9, 9, face down"),
        *(f"- 2: 0 with {MINUS}2 worth {MINUS}2, face down, 4", "- 3: discarded"),
        *("- 4: face down, KAPOW!, 6", "**Kai (hard)** (started)"),
        *("- 3: 3, 5 with +1 worth 6, 7", "**Oluwaseun** (out, doubled if beaten)"),
        "**Sam** (Kai plays on)",
    ):
        assert words in text
    assert "- 1: 12, 12, KAPOW! (complete)" in FACE.text(scene(view(("12/12/K", "?/?/?"))))
    text = FACE.text(scene(view(), events=(Took(0, Pile.DRAW, None), Discarded(0, Card.C7))))
    assert text.endswith("**Last moves**\n**Mina** drew a card.\n**Mina** discarded the 7.")


def test_a_card_drawn_is_told_only_to_its_taker() -> None:
    """K3.2, section 7."""
    for shown, words in ((None, "has drawn a card"), (Card.C7, "has drawn the 7")):
        text = FACE.text(scene(view(phase=Phase.PLAY, drawn=Drawn(shown, Pile.DRAW))))
        assert words in text
    text = FACE.text(scene(view(phase=Phase.PLAY, drawn=Drawn(Card.C7, Pile.DISCARD))))
    assert "has taken the 7" in text


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.KAPOW])
def test_the_fullest_table_keeps_to_the_limits(phase: Phase) -> None:
    shown = view([RICHEST] * 8, phase=phase, out=3, to_move=4, totals=[-1000] * 8)
    event = Replaced(0, Place(1, 1), Card.KAPOW, position("12+2+1-2"))
    fullest = scene(shown, events=[event] * 40, names=[NASTIEST] * 8, note="*" * 60, away=4)
    assert len(FACE.text(fullest)) <= 3_800
    assert len(FACE.alt(fullest)) <= 1_000
    assert "Last moves" in FACE.text(fullest)


def test_the_description_is_plain_text() -> None:
    alt = FACE.alt(scene(view(), names=("**Mina**", "<@1>", "Olu", "Sam")))
    assert "**Mina**: shows 51, 3 face down, total 41." in alt
    assert "\\" not in alt


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (view(phase=Phase.OPENING), "turn up two cards."),
        (view(), "draw a card or take the 10."),
        (view(discard=()), "draw a card."),
        (view(out=1, discard=()), "draw a card."),
        (view(phase=Phase.PLAY, drawn=Drawn(None, Pile.DRAW)), "play the card you took."),
        (view(phase=Phase.PLAY, drawn=Drawn(Card.C7, Pile.DRAW)), "play the 7 you took."),
        (view(phase=Phase.KAPOW), "swap a KAPOW! card or end your turn."),
    ],
)
def test_the_status_says_what_to_do(shown: View, words: str) -> None:
    assert FACE.status(scene(shown)) == words


def test_texts_of_a_scored_round_have_points_and_places() -> None:
    full = [hand.replace("?", "7") for hand in MIDDLE]
    shown = scene(scored(full, 1))
    assert "**Kai (hard)** (4th, doubled, out, started): round 152" in FACE.text(shown)
    assert "Sam: round 73, total 102." in FACE.alt(shown)
    assert "anyone can start the next one" in FACE.status(shown)
    over = replace(shown, view=replace(shown.view, phase=Phase.OVER))
    assert FACE.status(over) == "the match is over."


EIGHT, SEVEN, TWENTY = "5/1/2 - -", "1/3/3 - -", "9/9/2 - -"
BELOW = "0-2/1/0-2"
LOWEST = "0-2/0-1/0-2"


def test_a_hand_is_summed_item_by_item_k6_4() -> None:
    text = FACE.results(scene(scored(("9/9/11", SEVEN), None)), sums=True)
    assert "- **Mina** **29**: 9 + 9 + 11 = 29" in text
    assert "**Round 3** ended because nothing moved any more." in text


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("K/0-2/4", f"25 (KAPOW!) {MINUS} 2 (powerset) + 4 = 27"),
        ("K+1/5/9", "1 (powerset) + 5 + 9 = 15"),
        ("K-2/3/9", f"{MINUS}2 (powerset) + 3 + 9 = 10"),
        ("0/0/0 P1/P2/0", "1 + 2 = 3"),
        ("0/0/0", "0 = 0"),
        ("- -", "an empty hand"),
    ],
)
def test_kapow_cards_and_powersets_are_named(hand: str, line: str) -> None:
    """K6.4 and the worked examples of section 8."""
    assert f": {line}\n" in FACE.results(scene(scored((hand, SEVEN), None)), sums=True)


def test_doubling_is_explained() -> None:
    """K6.5: out first with 8, another has 7; the others have 8 and 20; less than zero; nobody."""
    text = FACE.results(scene(scored((EIGHT, TWENTY, SEVEN), 0)), sums=True)
    assert "- **Mina** **16**: 5 + 1 + 2 = 8, doubled\n" in text
    assert "**Oluwaseun** has 7, so **Mina**'s 8 is doubled to 16." in text
    text = FACE.results(scene(scored((EIGHT, EIGHT, TWENTY), 0)))
    assert "Nobody has less than **Mina**'s 8, so it isn't doubled." in text
    text = FACE.results(scene(scored((BELOW, LOWEST), 0)))
    assert f"**Mina**'s {MINUS}3 isn't above zero, so it isn't doubled." in text
    text = FACE.results(scene(scored((EIGHT, SEVEN), None, reason=RoundReason.NO_CARDS)))
    assert "doubled" not in text
    assert "no cards were left" in text


def test_totals_are_in_order_of_rank_and_the_winners_told() -> None:
    """K6.6: equal totals share a rank."""
    shown = scored(("3/0/0", "6/0/0", SEVEN), None)  # 41 + 3 = 38 + 6
    text = FACE.results(scene(shown))
    assert "Totals: 1. **Mina** 44 · 1. **Kai (hard)** 44 · 3. **Oluwaseun** 59" in text
    text = FACE.results(scene(scored(("3/0/0", "6/0/0", SEVEN), None, Phase.OVER)))
    assert "**Mina** and **Kai (hard)** share the win the match!" not in text
    assert "**Mina** and **Kai (hard)** share the win!" in text
    alone = FACE.results(scene(scored((EIGHT, TWENTY), 0, Phase.OVER)))
    assert "**Mina** wins the match!" in alone


@pytest.mark.parametrize("phase", [Phase.SCORED, Phase.OVER])
def test_eight_full_hands_keep_to_the_limit(phase: Phase) -> None:
    shown = scored([RICHEST.replace("?", "12")] * 8, 3, phase)
    text = FACE.results(scene(shown, names=[NASTIEST] * 8), sums=True)
    assert len(text) <= 2_000
    assert "otals:" in text
