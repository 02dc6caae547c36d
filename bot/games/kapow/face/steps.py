"""The steps of a turn as controls: opening, taking, playing, and the KAPOW! step."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from bot.face.names import listed
from bot.face.numbers import signed
from bot.face.screen import Act, Button, Focus, Style
from bot.face.step import BACK, UNSELECT, Click, Step, both_ways, two_clicks
from bot.games.kapow.face.grid import chosen_place, piles
from bot.games.kapow.face.labels import card_label, card_words, place_words, position_label
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
)
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.placing import placed
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View

__all__ = ["kapow_step", "opening", "play", "take"]


def opening(view: View, legal: Sequence[Action], focus: str) -> Step[Place]:
    """Offer two cards to turn up, one after the other (K3.1)."""
    reveals = ((each.first, each.second, each) for each in legal if isinstance(each, Reveal))
    first, controls = two_clicks(both_ways(reveals), focus)
    text = "**Turn up two of your cards: pick the first.**"
    if first is not None:
        text = f"**Pick the second card to turn up.**\nThe first is in {place_words(first)}."
    return Step(text, controls, (piles(view, legal),))


def take(view: View, legal: Sequence[Action]) -> Step[Place]:
    """Offer the two piles (K3.2)."""
    text = "**Take a card from one of the piles.**"
    if view.drawing_ends_round:
        text = (
            "**Take the top discard, or end the round.**\nThe draw pile is empty for good: if you "
            "draw, that ends the round. All cards are turned up, complete triads go, and the hands "
            "are scored."
        )
    return Step(text, {}, (piles(view, legal),))


def play(view: View, hand: Hand, legal: Sequence[Action], focus: str) -> Step[Place]:
    """Offer to discard the card taken, or a place for it and, if necessary, the way (K3.3)."""
    card = view.drawn.card if view.drawn is not None else None
    if card is None:
        return Step("", {})
    ways = _ways(legal)
    place = chosen_place(focus, {at: plays for at, plays in ways.items() if len(plays) > 1})
    controls = {
        at: Click(Act(str(plays[0])) if len(plays) == 1 else Focus(str(at)))
        for at, plays in ways.items()
    }
    last = [
        Button(f"Discard the {card_label(card)}", Act(str(action)), Style.DANGER)
        for action in legal
        if isinstance(action, Discard)
    ]
    triad = None if place is None else hand[place.column]
    if place is None or triad is None:
        verb = "drew" if view.drawn is not None and view.drawn.pile is Pile.DRAW else "took"
        options = "Pick a place for it, or discard it." if last else "Pick a place for it."
        text = f"**You {verb} the {card_words(card)}. {options}**"
        return Step(text, controls, ((*piles(view, legal), *last),))
    controls[place] = UNSELECT
    choices = [(action, _choice(triad[place.row], card, action)) for action in ways[place]]
    beneath = [button for action, button in choices if isinstance(action, PutBeneath)]
    others = [button for action, button in choices if not isinstance(action, PutBeneath)]
    text = f"**Pick how to play the {card_words(card)} in {place_words(place)}.**"
    return Step(text, controls, (tuple(others), (*beneath, BACK, *last)))


def _ways(legal: Sequence[Action]) -> Mapping[Place, list[PlaceAction]]:
    """Group the plays by the place of the card."""
    ways: defaultdict[Place, list[PlaceAction]] = defaultdict(list)
    for action in legal:
        if isinstance(action, PlaceAction):
            ways[action.place].append(action)
    return ways


def _choice(position: Position, card: Card, action: PlaceAction) -> Button:
    """Return the button of one way to play a card, with the resulting value."""
    put = placed(position, card, action)
    after = position_label(put).split("=")[-1]
    if isinstance(action, Replace):
        return Button(f"Replace \N{RIGHTWARDS ARROW} {after}", Act(str(action)), Style.MAIN)
    how = "On top" if isinstance(action, PutOnTop) else "Beneath"
    return Button(
        f"{how}: {signed(put.modifiers[-1])} \N{RIGHTWARDS ARROW} {after}",
        Act(str(action)),
        Style.MAIN,
    )


def kapow_step(hand: Hand, legal: Sequence[Action], focus: str) -> Step[Place]:
    """Offer a KAPOW! card and the position to swap it with, or to end the turn (K4.4-K4.7)."""
    swaps = ((each.kapow, each.other, each) for each in legal if isinstance(each, Swap))
    chosen, controls = two_clicks(swaps, focus, style=Style.GOOD)
    end = [
        Button("End turn", Act(str(action)), Style.MAIN)
        for action in legal
        if isinstance(action, EndTurn)
    ]
    row = tuple(end) if chosen is None else (BACK, *end)
    return Step(" ".join((_kapow_text(chosen), *_waiting(hand))), controls, (row,))


def _kapow_text(chosen: Place | None) -> str:
    if chosen is None:
        return "**Pick a KAPOW! card to swap, or end your turn.**"
    return f"**Pick what the KAPOW! card in {place_words(chosen)} changes places with.**"


def _waiting(hand: Hand) -> list[str]:
    """Return which triads are complete and will be discarded at the end of the turn (K4.4)."""
    columns = [
        str(column + 1)
        for column, triad in enumerate(hand)
        if triad is not None and triad.is_complete
    ]
    if not columns:
        return []
    if len(columns) == 1:
        return [f"Column {columns[0]} is complete and goes when you end your turn."]
    return [f"Columns {listed(columns)} are complete and go when you end your turn."]
