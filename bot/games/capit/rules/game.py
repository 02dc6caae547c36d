"""The moves of CAP-IT, which are legal and what each does (sections 3 and 4), and the game.

There may be thousands of contracts, melds and replacements, of which only some are listed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from bot.game.contract import IllegalActionError, Pot, Scoring, Seat, Share, Step, split
from bot.game.held import Held, cards_of, lacking
from bot.game.moves import Draw, Move, unlisted
from bot.game.rounds import Discarded, Drew, RoundGame, replace
from bot.games.capit.rules import actions as act, choices, view as ev
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Meld, joined, meets, swapped
from bot.games.capit.rules.options import SEATS, CapitOptions
from bot.games.capit.rules.state import (
    State,
    deal,
    end_turn,
    given,
    go_on,
    score,
    slots,
    taken,
    view,
)
from bot.games.capit.rules.view import End, Hand, Laid, Phase, View


def drawings(state: State, _seat: Seat) -> Sequence[act.Drawing]:
    """Return the ways to begin the turn."""
    return act.draws(len(state.draw_pile), len(state.discard_pile))


def layings(state: State, seat: Seat) -> Sequence[act.Action]:
    """Return ways to lay the contract, or once that is laid, all else that is listed."""
    hand, run_suit = cards_of(state.hands[seat]), state.setup.options.run_suit
    if seat not in state.laid:
        return [*choices.contracts(hand, state.contract, run_suit)]
    melds, table = choices.new_melds(hand, run_suit), state.table
    return [*melds, *choices.lay_offs(hand, table), *choices.swaps(hand, table, run_suit)]


def discards(state: State, seat: Seat) -> Iterable[act.Discard]:
    """Return each card of the hand once."""
    return map(act.Discard, sorted(set(cards_of(state.hands[seat]))))


_WHY_NOT: Final[Mapping[type[act.Drawing], tuple[str, str]]] = {
    act.TakeDiscard: ("C3.3", "The discard pile is empty."),
    act.Push: ("C3.3", "To push, you need two cards in the draw pile and one in the discard pile."),
    Draw: ("C3.2", "To get a card from the draw pile, you have to push."),
}


def verify_draw(state: State, _: Seat, action: act.Drawing) -> None:
    """Raise :class:`IllegalActionError` if the piles do not allow the action (C3.1-C3.3)."""
    if action not in act.draws(len(state.draw_pile), len(state.discard_pile)):
        raise IllegalActionError(*_WHY_NOT[type(action)])


def take_discard(state: State, seat: Seat, _: act.TakeDiscard) -> Step[State]:
    """Take the top discard; everyone knows from now on that it is in the hand (C3.1)."""
    top, *rest = state.discard_pile
    hands = given(state.hands, seat, Held(top, known=True, fresh=True))
    after = replace(state, phase=Phase.PLAY, hands=hands, discard_pile=tuple(rest))
    return Step(after, (ev.TookDiscard(seat, top),))


def push(state: State, seat: Seat, _: act.Push) -> Step[State]:
    """Give the top cards of both piles to the left neighbour, and draw a card (C3.2)."""
    hidden, mine, *stock = state.draw_pile
    top, *discard = state.discard_pile
    left = (seat + 1) % state.setup.seats
    pushed = (Held(hidden, fresh=True), Held(top, known=True, fresh=True))
    after = replace(state, hands=given(state.hands, left, *pushed))
    after = _with_stock(after, seat, mine, stock)
    return Step(replace(after, discard_pile=tuple(discard)), (ev.Pushed(seat, left, top),))


def draw(state: State, seat: Seat, _: Draw) -> Step[State]:
    """Draw from the stock; if it is empty, the round ends (C3.3, C3.4)."""
    if not state.draw_pile:
        return score(state, End.STOCK)
    top, *rest = state.draw_pile
    return Step(_with_stock(state, seat, top, rest), (Drew(seat),))


def _with_stock(state: State, seat: Seat, card: Card, stock: Sequence[Card]) -> State:
    return replace(
        state,
        phase=Phase.PLAY,
        hands=given(state.hands, seat, Held(card, fresh=True)),
        draw_pile=tuple(stock),
        active=True,
    )


def verify_contract(state: State, seat: Seat, action: act.LayContract) -> None:
    """Raise unless the cards form the contract, which is laid once a round (C4.1)."""
    _must_hold(state.hands[seat], action.cards, "C4.1")
    if seat in state.laid:
        raise IllegalActionError("C4.1", "You've already laid this round's contract.")
    if not meets(_melds(state, action), state.contract):
        raise IllegalActionError("C2.3", "That isn't this round's contract.")


def lay_contract(state: State, seat: Seat, action: act.LayContract) -> Step[State]:
    """Lay the whole contract (C4.1)."""
    melds = _melds(state, action)
    laid = replace(
        _laying(state, seat, action.cards),
        melds=(*state.melds, *(Laid(seat, meld) for meld in melds)),
        laid=state.laid | {seat},
    )
    return Step(laid, (ev.LaidContract(seat, len(state.melds), melds),)).then(go_on)


def verify_lay(state: State, seat: Seat, action: act.LayMeld | act.LayOff | act.LayOffs) -> None:
    """Raise unless the cards form a meld or fit where they go, after the contract (C4.2)."""
    _must_hold(state.hands[seat], action.cards, "C4.2")
    _must_have_laid(state, seat)
    _must_fit(state, action)


def lay(state: State, seat: Seat, action: act.LayMeld | act.LayOff | act.LayOffs) -> Step[State]:
    """Lay another meld, or lay cards off on any melds (C4.2)."""
    return _added(state, seat, action).then(go_on)


def verify_discard(state: State, seat: Seat, action: act.Discard) -> None:
    """Raise unless the card is in the hand; any card may be discarded (C4.7)."""
    _must_hold(state.hands[seat], [action.card], "C4.5")


def discard(state: State, seat: Seat, action: act.Discard) -> Step[State]:
    """Discard a card, which ends the turn (C4.5)."""
    hands = taken(state.hands, seat, [action.card])
    after = replace(state, hands=hands, discard_pile=(action.card, *state.discard_pile))
    return Step(after, (Discarded(seat, action.card),)).then(end_turn)


def _must_have_laid(state: State, seat: Seat) -> None:
    """Raise unless the seat has laid the contract (C4.3)."""
    if seat not in state.laid:
        raise IllegalActionError("C4.3", "Lay this round's contract first.")


def _must_fit(state: State, action: act.LayMeld | act.LayOff | act.LayOffs) -> None:
    """Raise unless the cards form a meld or fit where they go, whatever hand they are in (C4.2)."""
    if isinstance(action, act.LayMeld):
        action.meld.meld(state.setup.options.run_suit)
    else:
        _grown(state.melds, action.offs)


def _added(state: State, seat: Seat, action: act.LayMeld | act.LayOff | act.LayOffs) -> Step[State]:
    """Return the table with the cards laid, before any consequences."""
    after = _laying(state, seat, action.cards)
    if isinstance(action, act.LayMeld):
        meld = action.meld.meld(state.setup.options.run_suit)
        melds = (*state.melds, Laid(seat, meld))
        return Step(replace(after, melds=melds), (ev.LaidMeld(seat, len(state.melds), meld),))
    events = tuple(
        ev.LaidOff(seat, off.meld, state.melds[off.meld].seat, off.cards, off.side)
        for off in action.offs
    )
    return Step(replace(after, melds=_grown(state.melds, action.offs)), events)


def _laid_at(melds: Sequence[Laid], number: int) -> Laid:
    """Return a meld on the table; raise :class:`IllegalActionError` for an unknown number."""
    if not 0 <= number < len(melds):
        raise IllegalActionError("C4.2", "There's no such meld on the table.")
    return melds[number]


def _melds(state: State, action: act.LayContract) -> tuple[Meld, ...]:
    return tuple(cards.meld(state.setup.options.run_suit) for cards in action.melds)


def _grown(table: Sequence[Laid], offs: Sequence[act.LayOff]) -> tuple[Laid, ...]:
    melds = list(table)
    for off in offs:
        owner, meld = _laid_at(melds, off.meld)
        melds[off.meld] = Laid(owner, joined(meld, off.cards, off.side))
    return tuple(melds)


def _laying(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Take the cards out of a hand; the turn no longer counts as idle."""
    return replace(state, hands=taken(state.hands, seat, cards), active=True)


def verify_swap(state: State, seat: Seat, action: act.Swap) -> None:
    """Raise unless the card can replace this wild, and the wild fits another meld (C4.4, C4.6)."""
    _must_hold(state.hands[seat], _needed(state, action), "C4.4")
    _must_have_laid(state, seat)
    meld = _laid_at(state.melds, action.meld).meld
    if not meld.can_swap(action.at, action.card):
        raise IllegalActionError("C4.4", "That card can't replace a wild card there.")
    freed = meld.cards[action.at]
    if freed not in action.use.cards:
        raise IllegalActionError("C4.4", "You have to lay the freed wild card right away.")
    if isinstance(action.use, act.LayOff) and action.use.meld == action.meld:
        raise IllegalActionError("C4.6", "You have to lay the freed wild card on another meld.")
    # As the wild goes to a different meld, that meld is the same before and after the replacement.
    _must_fit(state, action.use)


def swap(state: State, seat: Seat, action: act.Swap) -> Step[State]:
    """Put a natural card in the place of a wild, and the wild into another meld."""
    owner, meld = state.melds[action.meld]
    freed = meld.cards[action.at]
    melds = list(state.melds)
    melds[action.meld] = Laid(owner, swapped(meld, action.at, action.card))
    hands = taken(state.hands, seat, [action.card])
    hands = given(hands, seat, Held(freed, known=True))
    exchange = ev.Swapped(seat, action.meld, owner, action.card, freed)
    step = Step(replace(state, hands=hands, melds=tuple(melds)), (exchange,))
    return step.then(lambda swapped: _added(swapped, seat, action.use)).then(go_on)


def _needed(state: State, action: act.Swap) -> Sequence[Card]:
    """Return the cards that a replacement needs from the hand: all but the freed wild, if any."""
    there = state.melds[action.meld].meld.cards if action.meld in range(len(state.melds)) else ()
    used = list(action.use.cards)
    if action.at not in range(len(there)) or there[action.at] not in used:
        return (action.card,)
    used.remove(there[action.at])
    return (action.card, *used)


def _must_hold(hand: Hand, cards: Iterable[Card], rule: str) -> None:
    """Raise :class:`IllegalActionError` (with ``rule``) unless all cards are in the hand."""
    if lacking(hand, cards) is not None:
        raise IllegalActionError(rule, "You don't have that card.")


_PART: Final = 10
"""The lowest score of a round wins a tenth of the starting pot (C6.2)."""


def divide(state: State, pot: Pot) -> Sequence[Share]:
    """Return the shares of rounds and match among the seats that have put in chips (C6.2)."""
    shares = [Share(result.round, _of_round(state, result.points, pot)) for result in state.results]
    if state.phase is Phase.OVER:
        left = pot.chips - sum(sum(share.chips) for share in shares)
        shares.append(Share(None, _of_match(state, left, pot)))
    return shares


def _of_round(state: State, points: Sequence[int], pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of a round; ties split it, a remainder stays in the pot (C6.3)."""
    lowest = _lowest(points, pot.seats)
    return split(pot.chips // _PART // len(lowest) * len(lowest), lowest, state.setup.seats)


def _of_match(state: State, left: int, pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of the rest; odd chips go from the last dealer's left (C6.3)."""
    seats = state.setup.seats
    from_left = sorted(pot.seats, key=lambda seat: (seat - state.dealer - 1) % seats)
    return split(left, _lowest(state.totals, from_left), seats)


def _lowest(scores: Sequence[int], seats: Iterable[Seat]) -> Sequence[Seat]:
    among = tuple(seats)
    best = min(scores[seat] for seat in among)
    return [seat for seat in among if scores[seat] == best]


class Capit(RoundGame[State, View]):
    """The rules of CAP-IT; see :class:`bot.game.contract.Game`."""

    name = "capit"
    title = act.TITLE
    seats = SEATS
    scoring = Scoring(best="lowest", totals_rank=True, totals_compare=True, least_pot=_PART)
    lists_all = False
    tells = ev.TELLS
    options = CapitOptions
    wanted: ClassVar = {
        Phase.DRAW: ("C3.1", "Get a card first: take the top discard, push, or draw."),
        Phase.PLAY: ("C4.5", "You've got your card. Lay what you like, then discard one."),
        Phase.SCORED: ("C1.3", "The round is over. Go on to the next one."),
        Phase.OVER: ("C5.3", "The match is over."),
    }
    turn_rule = "C1.3"
    moves = (
        Move(Phase.DRAW, (act.TakeDiscard,), drawings, take_discard, verify_draw),
        Move(Phase.DRAW, (act.Push,), unlisted, push, verify_draw),
        Move(Phase.DRAW, (Draw,), unlisted, draw, verify_draw),
        Move(Phase.PLAY, (act.LayContract,), layings, lay_contract, verify_contract),
        Move(Phase.PLAY, (act.LayMeld, act.LayOff, act.LayOffs), unlisted, lay, verify_lay),
        Move(Phase.PLAY, (act.Swap,), unlisted, swap, verify_swap),
        Move(Phase.PLAY, (act.Discard,), discards, discard, verify_discard),
    )
    divide = staticmethod(divide)

    deal = staticmethod(deal)
    view = staticmethod(view)
    slots = staticmethod(slots)

    def revealed(self, state: State) -> State:
        """Return the state with all cards in hands known to everyone."""
        hands = (tuple(held._replace(known=True) for held in hand) for hand in state.hands)
        return replace(state, hands=tuple(hands))

    def most_rounds(self, options: CapitOptions) -> int:
        """Return the number of rounds."""
        return options.rounds


CAPIT: Final = Capit()
"""CAP-IT, for the registry."""
