"""News at the top of a hand: cards pushed to the player, and the card just drawn."""

from collections.abc import Iterator

from bot.face.face import Scene
from bot.face.names import bold
from bot.game.contract import Seat
from bot.games.capit.face.labels import card_label
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.events import Discarded, Drew, Pushed, RoundStarted
from bot.games.capit.rules.state import Hand
from bot.games.capit.rules.view import View

__all__ = ["news"]


def news(scene: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield a line for each way in which cards came into the hand since the owner's last turn."""
    view, seen = scene.view, [*_since_last_turn(scene, seat)]
    for event in reversed(seen):
        if isinstance(event, Pushed) and event.to == seat:
            first, second = f"the **{card_label(event.card)}**", _hidden(view.hand, event.card)
            yield f"{bold(scene.seats, event.seat)} pushed you {first} and {second}."
    if seen and isinstance(seen[0], Drew | Pushed) and seen[0].seat == seat and view.hand:
        yield f"You drew the **{card_label(view.hand[-1].card)}**."


def _since_last_turn(scene: Scene[View], seat: Seat) -> Iterator[object]:
    """Yield the events since the viewer's last turn or the deal, newest first."""
    for event in reversed(scene.events):
        if isinstance(event, RoundStarted) or (isinstance(event, Discarded) and event.seat == seat):
            return
        yield event


def _hidden(hand: Hand, top: Card) -> str:
    """Name the stock card that was pushed together with ``top``, if both are still in the hand."""
    fresh = [held for held in hand if held.fresh]
    if len(fresh) > 1 and not fresh[0].known and fresh[1].known and fresh[1].card == top:
        return f"the **{card_label(fresh[0].card)}**"
    return "a card from the draw pile"
