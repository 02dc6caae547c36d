"""The steps of a turn as controls: the peek, the turn, the drawn card, and the powers."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Scene
from bot.face.screen import Act, Button, Focus, Row, Style
from bot.face.step import BACK, Click, Step, both_ways, two_clicks
from bot.game.contract import Seat
from bot.games.kabobo.face.changes import best_take, best_trade, by_place, power_prompt
from bot.games.kabobo.face.labels import card_label
from bot.games.kabobo.face.powers import POWER_NAMES, POWER_PROMPTS, power_words
from bot.games.kabobo.face.recipes import RECIPES
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
from bot.games.kabobo.rules.cards import Card, Spot, Suit
from bot.games.kabobo.rules.powers import powers
from bot.games.kabobo.rules.view import View

__all__ = ["drawn", "peek", "power", "turn"]

_TAKE: Final = "take"
_CALL: Final = "call"
"""Focuses of a turn."""

_SURE: Final = Button("Yes, call “Kabobo!”", Act(str(Call())), Style.DANGER)
_CALL_NOW: Final = (
    "**Call “Kabobo!” now?**\n"
    "Everyone else gets one more turn. If nobody beats your score, you win 2 pieces; if someone "
    "does, everyone else wins 1. Others may still trade for your unlocked cards."
)


def peek(seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer two cards to peek at, one after the other (B1.2)."""
    peeks = (
        (Spot(seat, each.first), Spot(seat, each.second), each)
        for each in legal
        if isinstance(each, Peek)
    )
    first, controls = two_clicks(both_ways(peeks), focus, _word)
    if first is None:
        text = "**Look at two of your cards: pick the first.**\nThe other two stay hidden for now."
        return Step(text, controls)
    return Step(
        f"**Pick the second card to look at.**\nThe first is card {_word(first)}.", controls
    )


def turn(view: View, seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer the top discard, the deck, or a call; the first and the last take two clicks."""
    top = view.discard_pile[0]
    takes = [action for action in legal if isinstance(action, TakeDiscard)]
    if focus == _TAKE and takes:
        controls = {Spot(seat, take.place): Click(Act(str(take))) for take in takes}
        head = f"**Pick the card that the {card_label(top)} replaces.** It will lie face up."
        return Step(_lines(head, by_place(view, seat, top)), controls, ((BACK,),))
    if focus == _CALL and Call() in legal:
        return Step(_CALL_NOW, {}, ((_SURE, BACK),))
    row = [
        Button(f"Draw a card ({view.draw_pile})", Act(str(Draw())), Style.MAIN),
        Button(f"Take the {card_label(top)}", Focus(_TAKE), Style.MAIN),
    ]
    head = f"**Draw a card or take the {card_label(top)}.**"
    if Call() in legal:
        row.append(Button("Call “Kabobo!”", Focus(_CALL), Style.DANGER))
        head = f"**Draw a card, take the {card_label(top)}, or call “Kabobo!”.**"
    text = _lines(head, best_take(view, seat, top))
    return Step(text, {}, (tuple(row), (RECIPES,)))


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
    head = f"**You drew the {card_label(card)}. Pick the card it replaces, or discard it.**"
    text = _lines(head, by_place(view, seat, card), _promise(view, seat, card))
    name = "" if card.suit is None or not _can(view, seat, card) else f": {POWER_NAMES[card.suit]}"
    discard = Button(f"Discard it{name}", Act(str(Season())), Style.DANGER)
    return Step(text, controls, ((discard, RECIPES),))


def _can(view: View, seat: Seat, card: Card) -> bool:
    return bool(powers(view.hands, seat, card.suit))


def _promise(view: View, seat: Seat, card: Card) -> str:
    """Describe what discarding the drawn card would do (B6.2)."""
    if card.suit is None:
        return "If you discard it: nothing, as a joker has no power."
    if not _can(view, seat, card):
        return "If you discard it: nothing, as there is no card to use its power on."
    return f"If you discard it: you may {power_words(card.suit)}."


def power(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    """Offer the targets of a power, or to decline it (B2.3)."""
    decline = tuple(
        Button("Skip", Act(str(action))) for action in legal if isinstance(action, Decline)
    )
    trades = [action for action in legal if isinstance(action, Trade)]
    if trades:
        return _trade(scene, seat, trades, focus, decline)
    text = power_prompt(scene.view, seat, scene.view.discard_pile[0].suit)
    return Step(text, dict(_targets(seat, legal)), (decline,))


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


def _trade(
    scene: Scene[View], seat: Seat, trades: Sequence[Trade], focus: str, decline: Row
) -> Step[Spot]:
    """Offer an own card, then another player's; say what the best known card would change."""
    pairs = ((Spot(seat, trade.place), trade.spot, trade) for trade in trades)
    own, controls = two_clicks(pairs, focus, _word)
    head = POWER_PROMPTS[Suit.HEARTS]
    if own is not None:
        trades = [trade for trade in trades if trade.place == own.place]
        head = f"**Trade: pick the card you want for card {_word(own)}.**"
    return Step(_lines(head, best_trade(scene, seat, trades)), controls, (decline,))


def _lines(*lines: str) -> str:
    """Join the lines that say something."""
    return "\n".join(filter(None, lines))


def _word(spot: Spot) -> str:
    """Return the focus of an own card."""
    return str(spot.place + 1)
