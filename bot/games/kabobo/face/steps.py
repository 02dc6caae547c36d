"""The steps of a turn as controls: the peek, the turn, the drawn card, and the powers."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.screen import Act, Button, Focus, Row, Style
from bot.face.step import BACK, Click, Step, both_ways, two_clicks
from bot.game.contract import Seat
from bot.games.kabobo.face.labels import card_label, card_words, place_words
from bot.games.kabobo.face.powers import POWER_NAMES, power_words
from bot.games.kabobo.rules.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    Peek,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.powers import powers
from bot.games.kabobo.rules.view import View

__all__ = ["drawn", "peek", "power", "turn"]

_TAKE: Final = "take"
_CALL: Final = "call"
"""Focuses of a turn."""


def peek(seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer two cards to peek at, one after the other (B1.2)."""
    peeks = (
        (Spot(seat, each.first), Spot(seat, each.second), each)
        for each in legal
        if isinstance(each, Peek)
    )
    first, controls = two_clicks(both_ways(peeks), focus, _word)
    if first is None:
        return Step("Look at two of your cards: choose the first.", controls)
    return Step(f"The {place_words(first.place)} card, and which other one?", controls)


def turn(view: View, seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer the top discard, the deck, or a call; the first and the last take two clicks."""
    top = view.discard_pile[0]
    takes = [action for action in legal if isinstance(action, TakeDiscard)]
    if focus == _TAKE and takes:
        controls = {Spot(seat, take.place): Click(Act(str(take))) for take in takes}
        text = f"The {card_words(top)} lies face up then. Which of your cards does it replace?"
        return Step(text, controls, ((BACK,),))
    if focus == _CALL and Call() in legal:
        call = Button("Yes, call “Kabobo!”", Act(str(Call())), Style.DANGER)
        text = (
            "Call now? Everybody else has one more turn; your cards stay as they are, unless "
            "somebody trades for one that is not locked."
        )
        return Step(text, {}, ((call, BACK),))
    row = [
        Button(f"Draw a card ({view.draw_pile})", Act(str(Draw())), Style.MAIN),
        Button(f"Take the {card_label(top)}", Focus(_TAKE), Style.MAIN),
    ]
    text = "Draw a card, or take the top discard."
    if Call() in legal:
        row.append(Button("Call “Kabobo!”", Focus(_CALL), Style.DANGER))
        text = "Draw a card, take the top discard, or call “Kabobo!”."
    return Step(text, {}, (tuple(row),))


def drawn(view: View, seat: Seat, legal: Sequence[Action]) -> Step[Spot]:
    """Offer the places to keep the drawn card in, or to discard it for its power (B2.2, B2.3)."""
    card = view.drawn
    if card is None:
        return Step("", {})
    controls = {
        Spot(seat, action.place): Click(Act(str(action)))
        for action in legal
        if isinstance(action, Keep)
    }
    text = (
        f"You drew the **{card_words(card)}**. Choose which of your cards it replaces, face down; "
        f"or discard it: {_promise(view, seat, card)}."
    )
    name = "" if card.suit is None or not _can(view, seat, card) else f": {POWER_NAMES[card.suit]}"
    discard = Button(f"Discard it{name}", Act(str(Season())), Style.DANGER)
    return Step(text, controls, ((discard,),))


def _can(view: View, seat: Seat, card: Card) -> bool:
    return bool(powers(view.hands, seat, card.suit))


def _promise(view: View, seat: Seat, card: Card) -> str:
    """Describe what discarding the drawn card would do (B6.2)."""
    if card.suit is None:
        return "a joker has no power"
    if not _can(view, seat, card):
        return "there is nothing that its power could be used on"
    return f"then you may {power_words(card.suit)}"


def power(view: View, seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer the targets of a power, or to decline it (B2.3)."""
    decline = tuple(
        Button("Leave the power", Act(str(action)))
        for action in legal
        if isinstance(action, Decline)
    )
    trades = [action for action in legal if isinstance(action, Trade)]
    if trades:
        return _trade(seat, trades, focus, decline)
    controls = dict(_targets(seat, legal))
    return Step(
        f"You may {power_words(view.discard_pile[0].suit)}: which one?", controls, (decline,)
    )


def _targets(seat: Seat, legal: Sequence[Action]) -> Iterator[tuple[Spot, Click]]:
    """Yield the cards that a power can be used on with one click."""
    for action in legal:
        match action:
            case Check(place=place) | Lock(place=place):
                yield Spot(seat, place), Click(Act(str(action)))
            case Look(spot=spot):
                yield spot, Click(Act(str(action)))
            case Unlock(spot=spot):
                yield spot, Click(Act(str(action)), Style.GOOD)


def _trade(seat: Seat, trades: Sequence[Trade], focus: str, decline: Row) -> Step[Spot]:
    """Offer an own card, then another player's."""
    pairs = ((Spot(seat, trade.place), trade.spot, trade) for trade in trades)
    own, controls = two_clicks(pairs, focus, _word)
    if own is None:
        return Step("You may trade a card: choose your own first.", controls, (decline,))
    return Step(f"Your {place_words(own.place)} card for which one?", controls, (decline,))


def _word(spot: Spot) -> str:
    """Return the focus of an own card."""
    return str(spot.place + 1)
