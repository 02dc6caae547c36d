"""Replacing a wild by its natural card, and using the wild at once (C4.4, C4.6)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.capit.rules.actions import LayOff, Swap
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.events import Swapped
from bot.games.capit.rules.hands import check_held, given, taken
from bot.games.capit.rules.laying import added, check_fits, check_may_lay, laid_at, then
from bot.games.capit.rules.melds import swapped
from bot.games.capit.rules.state import Held, Laid, State
from bot.games.capit.rules.turns import go_on

__all__ = ["check_swap", "swap"]


def check_swap(state: State, seat: Seat, action: Swap) -> None:
    """Raise unless the card can replace this wild, and the wild fits another meld (C4.4, C4.6)."""
    check_held(state.hands[seat], _needed(state, action), "C4.4")
    check_may_lay(state, seat)
    meld = laid_at(state.melds, action.meld).meld
    if not meld.can_swap(action.at, action.card):
        raise IllegalActionError("C4.4", f"The {action.card} can't replace a wild card there.")
    freed = meld.cards[action.at]
    if freed not in action.use.cards:
        raise IllegalActionError("C4.4", f"You have to lay the {freed} right away.")
    if isinstance(action.use, LayOff) and action.use.meld == action.meld:
        raise IllegalActionError("C4.6", f"You have to lay the {freed} on another meld.")
    # As the wild goes to a different meld, that meld is the same before and after the replacement.
    check_fits(state, action.use)


def swap(state: State, seat: Seat, action: Swap) -> Step[State]:
    """Put a natural card in the place of a wild, and the wild into another meld."""
    owner, meld = state.melds[action.meld]
    freed = meld.cards[action.at]
    melds = list(state.melds)
    melds[action.meld] = Laid(owner, swapped(meld, action.at, action.card))
    hands = taken(state.hands, seat, [action.card])
    hands = given(hands, seat, Held(freed, known=True))
    after, events = added(replace(state, hands=hands, melds=tuple(melds)), seat, action.use)
    exchange = Swapped(seat, action.meld, owner, action.card, freed)
    return then(go_on(after), exchange, *events)


def _needed(state: State, action: Swap) -> Sequence[Card]:
    """Return the cards that a replacement needs from the hand: all except the freed wild.

    If there is no such wild, only the replacing card is known to be needed.
    """
    there = state.melds[action.meld].meld.cards if action.meld in range(len(state.melds)) else ()
    used = list(action.use.cards)
    if action.at not in range(len(there)) or there[action.at] not in used:
        return (action.card,)
    used.remove(there[action.at])
    return (action.card, *used)
