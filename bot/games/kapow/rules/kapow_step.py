"""The KAPOW! step: swapping lone KAPOW! cards until the turn ends (K4.4-K4.10)."""

from bot.game.contract import Seat
from bot.games.kapow.rules.actions import Swap
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.events import Swapped
from bot.games.kapow.rules.piles import discard_at_once
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.swaps import check_offered, swapped
from bot.games.kapow.rules.turns import settle

__all__ = ["check_swap", "swap"]


def check_swap(state: State, seat: Seat, action: Swap) -> None:
    """Raise unless the seat's hand allows the swap (K4.4, K4.5, K4.10)."""
    check_offered(state.hands[seat], action)


def swap(draft: Draft, action: Swap) -> None:
    """Swap the KAPOW! card with the other position, and continue (K4.6)."""
    draft.hand = swapped(draft.hand, action)
    draft.swaps += 1
    draft.events.append(Swapped(draft.to_move, action.kapow, action.other))
    discard_at_once(draft)
    settle(draft)
