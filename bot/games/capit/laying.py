"""Laying contracts and melds, laying off, replacing wilds, discarding (section 4)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.games.capit.actions import (
    Cards,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    Swap,
)
from bot.games.capit.cards import Card
from bot.games.capit.contracts import meets
from bot.games.capit.events import (
    Discarded,
    Event,
    LaidContract,
    LaidMeld,
    LaidOff,
    Swapped,
)
from bot.games.capit.hands import check_held, without
from bot.games.capit.melds import Meld, joined, read_meld, swapped
from bot.games.capit.state import Held, Laid, State
from bot.games.capit.turns import end_turn, go_on
from bot.games.game import IllegalActionError, Seat, Step

__all__ = ["discard", "lay_contract", "lay_meld", "lay_off", "lay_offs", "swap"]


def lay_contract(state: State, seat: Seat, action: LayContract) -> Step[State]:
    """Lay the contract, once a round and all of it (C4.1)."""
    check_held(state.hands[seat], _all_of(action.melds), "C4.1")
    if seat in state.laid:
        raise IllegalActionError("C4.1", "You have laid the contract of this round already.")
    melds = tuple(_read(state, cards) for cards in action.melds)
    if not meets(melds, state.contract):
        raise IllegalActionError("C2.3", "That is not the contract of this round.")
    laid = _without(state, seat, _all_of(action.melds))
    laid = replace(
        laid,
        melds=(*state.melds, *(Laid(seat, meld) for meld in melds)),
        laid=state.laid | {seat},
    )
    return _then(go_on(laid), LaidContract(seat, len(state.melds), melds))


def lay_meld(state: State, seat: Seat, action: LayMeld) -> Step[State]:
    """Lay another meld, once the contract is laid (C4.2)."""
    check_held(state.hands[seat], action.meld.cards, "C4.2")
    after, event = _with_use(state, seat, action)
    return _then(go_on(after), event)


def lay_off(state: State, seat: Seat, action: LayOff) -> Step[State]:
    """Lay cards off on a meld of anybody's, once the own contract is laid (C4.2)."""
    check_held(state.hands[seat], action.cards, "C4.2")
    after, event = _with_use(state, seat, action)
    return _then(go_on(after), event)


def lay_offs(state: State, seat: Seat, action: LayOffs) -> Step[State]:
    """Lay cards off in several places, each as if it were laid alone (C4.2)."""
    check_held(state.hands[seat], _all_of(action.offs), "C4.2")
    events: list[Event] = []
    for off in action.offs:
        state, event = _with_use(state, seat, off)
        events.append(event)
    return _then(go_on(state), *events)


def swap(state: State, seat: Seat, action: Swap) -> Step[State]:
    """Put a natural card in the place of a wild, and the wild into another meld (C4.4, C4.6)."""
    check_held(state.hands[seat], _needed_to_swap(state, action), "C4.4")
    _check_may_lay(state, seat)
    owner, meld = _laid(state, action.meld)
    if not meld.can_swap(action.at, action.card):
        raise IllegalActionError("C4.4", f"The {action.card} replaces no wild card there.")
    freed = meld.cards[action.at]
    if freed not in _used(action.use):
        raise IllegalActionError("C4.4", f"The {freed} has to be laid at once.")
    if isinstance(action.use, LayOff) and action.use.meld == action.meld:
        raise IllegalActionError("C4.6", f"The {freed} has to go to another meld.")
    after = _without(state, seat, [action.card])
    after = _with_meld(after, action.meld, swapped(meld, action.at, action.card))
    hand = (*after.hands[seat], Held(freed, known=True))
    after = replace(after, hands=(*after.hands[:seat], hand, *after.hands[seat + 1 :]))
    after, event = _with_use(after, seat, action.use)
    exchange = Swapped(seat, action.meld, owner, action.card, freed)
    return _then(go_on(after), exchange, event)


def discard(state: State, seat: Seat, action: Discard) -> Step[State]:
    """Discard a card, which ends the turn (C4.5, C4.7)."""
    check_held(state.hands[seat], [action.card], "C4.5")
    hands = _hands_without(state, seat, [action.card])
    after = replace(state, hands=hands, discard=(action.card, *state.discard))
    return _then(end_turn(after), Discarded(seat, action.card))


def _with_use(state: State, seat: Seat, action: LayMeld | LayOff) -> tuple[State, Event]:
    """Return the state with a meld or cards laid, and what happened."""
    _check_may_lay(state, seat)
    if isinstance(action, LayMeld):
        meld = _read(state, action.meld)
        after = _without(state, seat, meld.cards)
        melds = (*state.melds, Laid(seat, meld))
        return replace(after, melds=melds), LaidMeld(seat, len(state.melds), meld)
    owner, meld = _laid(state, action.meld)
    grown = joined(meld, action.cards, action.side)
    after = _with_meld(_without(state, seat, action.cards), action.meld, grown)
    return after, LaidOff(seat, action.meld, owner, action.cards, action.side)


def _check_may_lay(state: State, seat: Seat) -> None:
    if seat not in state.laid:
        raise IllegalActionError("C4.3", "First lay the contract of this round.")


def _read(state: State, cards: Cards) -> Meld:
    return read_meld(cards.kind, cards.cards, state.setup.options.run_suit)


def _laid(state: State, number: int) -> Laid:
    if not 0 <= number < len(state.melds):
        raise IllegalActionError("C4.2", "There is no such meld on the table.")
    return state.melds[number]


def _needed_to_swap(state: State, action: Swap) -> Sequence[Card]:
    """Return what has to be in the hand for a replacement: all but the wild that it frees.

    Where no such wild lies, nobody can tell what else would be needed.
    """
    there = state.melds[action.meld].meld.cards if action.meld in range(len(state.melds)) else ()
    used = list(_used(action.use))
    if action.at not in range(len(there)) or there[action.at] not in used:
        return (action.card,)
    used.remove(there[action.at])
    return (action.card, *used)


def _all_of(laid: Iterable[Cards | LayOff]) -> Sequence[Card]:
    return [card for each in laid for card in each.cards]


def _used(use: LayMeld | LayOff) -> tuple[Card, ...]:
    return use.meld.cards if isinstance(use, LayMeld) else use.cards


def _without(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Take cards out of a hand to lay them, which are in it; the turn is no idle one."""
    return replace(state, hands=_hands_without(state, seat, cards), active=True)


def _hands_without(state: State, seat: Seat, cards: Sequence[Card]) -> tuple[tuple[Held, ...], ...]:
    hand = without(state.hands[seat], cards)
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _with_meld(state: State, number: int, meld: Meld) -> State:
    laid = state.melds[number]._replace(meld=meld)
    return replace(state, melds=(*state.melds[:number], laid, *state.melds[number + 1 :]))


def _then(step: Step[State], *before: Event) -> Step[State]:
    """Return a step with what happened before it."""
    return Step(step.state, (*before, *step.events))
