"""Laying contracts and melds, laying off, discarding (section 4)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.capit.rules.actions import Cards, Discard, LayContract, LayMeld, LayOff, LayOffs
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.contracts import meets
from bot.games.capit.rules.events import Discarded, LaidContract, LaidMeld, LaidOff
from bot.games.capit.rules.hands import check_held, taken
from bot.games.capit.rules.melds import Meld, joined, read_meld
from bot.games.capit.rules.state import Laid, State
from bot.games.capit.rules.turns import end_turn, go_on

__all__ = [
    "added",
    "check_discard",
    "check_fits",
    "check_lay",
    "check_lay_contract",
    "check_may_lay",
    "discard",
    "laid_at",
    "lay",
    "lay_contract",
    "then",
]


def check_lay_contract(state: State, seat: Seat, action: LayContract) -> None:
    """Raise unless the cards form the contract, which is laid once a round (C4.1)."""
    check_held(state.hands[seat], action.cards, "C4.1")
    if seat in state.laid:
        raise IllegalActionError("C4.1", "You've already laid this round's contract.")
    if not meets(_melds(state, action), state.contract):
        raise IllegalActionError("C2.3", "That isn't this round's contract.")


def lay_contract(state: State, seat: Seat, action: LayContract) -> Step[State]:
    """Lay the whole contract (C4.1)."""
    melds = _melds(state, action)
    laid = replace(
        _laying(state, seat, action.cards),
        melds=(*state.melds, *(Laid(seat, meld) for meld in melds)),
        laid=state.laid | {seat},
    )
    return then(go_on(laid), LaidContract(seat, len(state.melds), melds))


def check_lay(state: State, seat: Seat, action: LayMeld | LayOff | LayOffs) -> None:
    """Raise unless the cards form a meld or fit where they go, after the contract (C4.2)."""
    check_held(state.hands[seat], action.cards, "C4.2")
    check_may_lay(state, seat)
    check_fits(state, action)


def lay(state: State, seat: Seat, action: LayMeld | LayOff | LayOffs) -> Step[State]:
    """Lay another meld, or lay cards off on any melds (C4.2)."""
    after, events = added(state, seat, action)
    return then(go_on(after), *events)


def check_discard(state: State, seat: Seat, action: Discard) -> None:
    """Raise unless the card is in the hand; any card may be discarded (C4.7)."""
    check_held(state.hands[seat], [action.card], "C4.5")


def discard(state: State, seat: Seat, action: Discard) -> Step[State]:
    """Discard a card, which ends the turn (C4.5)."""
    hands = taken(state.hands, seat, [action.card])
    after = replace(state, hands=hands, discard_pile=(action.card, *state.discard_pile))
    return then(end_turn(after), Discarded(seat, action.card))


def check_may_lay(state: State, seat: Seat) -> None:
    """Raise unless the seat has laid the contract (C4.3)."""
    if seat not in state.laid:
        raise IllegalActionError("C4.3", "Lay this round's contract first.")


def check_fits(state: State, action: LayMeld | LayOff | LayOffs) -> None:
    """Raise unless the cards form a meld or fit where they go, whoever holds them (C4.2)."""
    if isinstance(action, LayMeld):
        _read(state, action.meld)
    else:
        _grown(state.melds, action.offs)


def added(state: State, seat: Seat, action: LayMeld | LayOff | LayOffs) -> Step[State]:
    """Return the table with the cards laid, before any consequences."""
    after = _laying(state, seat, action.cards)
    if isinstance(action, LayMeld):
        meld = _read(state, action.meld)
        melds = (*state.melds, Laid(seat, meld))
        return Step(replace(after, melds=melds), (LaidMeld(seat, len(state.melds), meld),))
    events = tuple(
        LaidOff(seat, off.meld, state.melds[off.meld].seat, off.cards, off.side)
        for off in action.offs
    )
    return Step(replace(after, melds=_grown(state.melds, action.offs)), events)


def laid_at(melds: Sequence[Laid], number: int) -> Laid:
    """Return a meld on the table; raise :class:`IllegalActionError` for an unknown number."""
    if not 0 <= number < len(melds):
        raise IllegalActionError("C4.2", "There's no such meld on the table.")
    return melds[number]


def then(step: Step[State], *before: object) -> Step[State]:
    """Return the step with earlier events prepended."""
    return Step(step.state, (*before, *step.events))


def _melds(state: State, action: LayContract) -> tuple[Meld, ...]:
    return tuple(_read(state, cards) for cards in action.melds)


def _read(state: State, cards: Cards) -> Meld:
    return read_meld(cards.kind, cards.cards, state.setup.options.run_suit)


def _grown(table: Sequence[Laid], offs: Sequence[LayOff]) -> tuple[Laid, ...]:
    """Return the melds with the cards laid off, one lay-off after the other."""
    melds = list(table)
    for off in offs:
        owner, meld = laid_at(melds, off.meld)
        melds[off.meld] = Laid(owner, joined(meld, off.cards, off.side))
    return tuple(melds)


def _laying(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Take the cards out of a hand; the turn no longer counts as idle."""
    return replace(state, hands=taken(state.hands, seat, cards), active=True)
