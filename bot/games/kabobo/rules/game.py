"""The moves of Kabobo!, which are legal and what each does (section 2), and the game."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, Final

from bot.game.contract import IllegalActionError, Scoring, Seat, Step, known, not_your_turn
from bot.game.moves import Decline, Draw, Move
from bot.game.rounds import Declined, Drew, Reshuffled, RoundGame, at_places, replace, sole
from bot.games.kabobo.rules import actions as act, view as ev
from bot.games.kabobo.rules.cards import PLACES, Card, Spot
from bot.games.kabobo.rules.options import SEATS, KaboboOptions
from bot.games.kabobo.rules.powers import powers, verify_power
from bot.games.kabobo.rules.state import State, begin_turns, deal, end_turn, slots, view
from bot.games.kabobo.rules.view import Hands, How, Laid, Phase, View, ranks


def peeks(_state: State, _seat: Seat) -> Iterator[act.Peek]:
    """Yield each pair of cards."""
    return (act.Peek(first, second) for first, second in combinations(PLACES, 2))


def verify_peek(_state: State, _seat: Seat, action: act.Peek) -> None:
    """Raise unless it is two cards, from left to right (B1.2)."""
    if action.first >= action.second:
        raise IllegalActionError("B1.2", "Choose two different cards, from left to right.")


def peek(state: State, seat: Seat, action: act.Peek) -> Step[State]:
    """Look at two own cards; after the last peek, the first turn begins (B1.2)."""
    hands = state.hands
    for place in (action.first, action.second):
        hands = _seen(hands, Spot(seat, place), seat, How.PEEK)
    after = replace(state, hands=hands, peeked=state.peeked | {seat})
    step = Step(after, (ev.Peeked(seat, (action.first, action.second)),))
    return step if len(after.peeked) < state.setup.seats else step.then(begin_turns)


def take_discard(state: State, seat: Seat, action: act.TakeDiscard) -> Step[State]:
    """Replace an own card by the top discard, which stays face up (B2.1)."""
    top, *rest = state.discard_pile
    after, old = _replaced(state, Spot(seat, action.place), Laid(top, face_up=True))
    after = replace(after, discard_pile=(old, *rest))
    return Step(after, (ev.TookDiscard(seat, action.place, top, old),)).then(end_turn)


def draw(state: State, seat: Seat, _: Draw) -> Step[State]:
    """Draw the top card of the deck; an empty deck is reshuffled first (B2.6)."""
    events: tuple[ev.Event, ...] = (Drew(seat),)
    if not state.draw_pile:
        state = _reshuffled(state)
        events = (Reshuffled(len(state.draw_pile)), *events)
    top, *rest = state.draw_pile
    return Step(replace(state, phase=Phase.DRAWN, drawn=top, draw_pile=tuple(rest)), events)


def keep(state: State, seat: Seat, action: act.Keep) -> Step[State]:
    """Replace an own card by the drawn card, face down and known to its owner (B2.2)."""
    new = Laid(known(state.drawn)).seen_by(seat, How.DRAW)
    after, old = _replaced(state, Spot(seat, action.place), new)
    after = replace(after, drawn=None, discard_pile=(old, *state.discard_pile))
    return Step(after, (ev.Kept(seat, action.place, old),)).then(end_turn)


def season(state: State, seat: Seat, _: act.Season) -> Step[State]:
    """Discard the drawn card; if its power cannot be used, the turn ends (B2.3, B6.2)."""
    card = known(state.drawn)
    after = replace(state, drawn=None, discard_pile=(card, *state.discard_pile))
    if powers(after.hands, seat, card.suit):
        return Step(replace(after, phase=Phase.POWER), (ev.Seasoned(seat, card, has_power=True),))
    return Step(after, (ev.Seasoned(seat, card, has_power=False),)).then(end_turn)


def uses(state: State, seat: Seat) -> Sequence[act.Power]:
    """Return the uses of the discarded card's power."""
    return powers(state.hands, seat, state.discard_pile[0].suit)


def verify_use(state: State, seat: Seat, power: act.Power) -> None:
    """Raise unless the power of the discarded card can be used in this way (B2.3, B2.4)."""
    verify_power(state.hands, seat, state.discard_pile[0].suit, power)


def use(state: State, seat: Seat, power: act.Power) -> Step[State]:
    """Use a power, which ends the turn."""
    hands, event = _used(state.hands, seat, power)
    return Step(replace(state, hands=hands), (event,)).then(end_turn)


def decline(state: State, seat: Seat, _: Decline) -> Step[State]:
    """Decline to use a power, which ends the turn."""
    return Step(state, (Declined(seat),)).then(end_turn)


def verify_call(state: State, _seat: Seat, _action: act.Call) -> None:
    """Raise if someone has called before (B2.5)."""
    if state.caller is not None:
        raise IllegalActionError("B2.5", "Someone has already called “Kabobo!” in this round.")


def call(state: State, seat: Seat, _: act.Call) -> Step[State]:
    """Call "Kabobo!": everyone else has one more turn (B2.5)."""
    return Step(replace(state, caller=seat), (ev.Called(seat),)).then(end_turn)


def unfresh(state: State, seat: Seat) -> State:
    """Return the state when a seat acts again: what it saw before is no longer fresh (B5.2)."""
    if not any(seat in laid.fresh for hand in state.hands for laid in hand):
        return state
    hands = tuple(
        tuple(
            laid._replace(fresh=laid.fresh - {seat}) if seat in laid.fresh else laid
            for laid in hand
        )
        for hand in state.hands
    )
    return replace(state, hands=hands)


def _used(hands: Hands, seat: Seat, power: act.Power) -> tuple[Hands, ev.Event]:
    match power:
        case act.Check(place=place):
            spot = Spot(seat, place)
            return _seen(hands, spot, seat, How.CHECK), ev.LookedAt(seat, spot)
        case act.Look(spot=spot):
            return _seen(hands, spot, seat, How.LOOK), ev.LookedAt(seat, spot)
        case act.Trade(place=place, spot=spot):
            own = Spot(seat, place)
            mine, other = hands[seat][place], hands[spot.seat][spot.place]
            return _put(_put(hands, own, other), spot, mine), ev.Traded(seat, own, spot)
        case act.Lock(place=place):
            spot = Spot(seat, place)
            return _turned(hands, spot, locked=True), ev.Locked(seat, spot)
        case act.Unlock(spot=spot):
            return _turned(hands, spot, locked=False), ev.Unlocked(seat, spot)


def _replaced(state: State, spot: Spot, new: Laid) -> tuple[State, Card]:
    """Put a card in an own place, which is not locked then; also return what was there (B2.4)."""
    old = known(state.hands[spot.seat][spot.place].card)
    return replace(state, hands=_put(state.hands, spot, new)), old


def _reshuffled(state: State) -> State:
    number = state.reshuffles + 1
    top, *rest = state.discard_pile
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", rest)
    return replace(state, draw_pile=deck, discard_pile=(top,), reshuffles=number)


def _seen(hands: Hands, spot: Spot, seat: Seat, how: How) -> Hands:
    return _put(hands, spot, hands[spot.seat][spot.place].seen_by(seat, how))


def _turned(hands: Hands, spot: Spot, *, locked: bool) -> Hands:
    return _put(hands, spot, hands[spot.seat][spot.place]._replace(locked=locked))


def _put(hands: Hands, spot: Spot, laid: Laid) -> Hands:
    seat, place = spot
    hand = (*hands[seat][:place], laid, *hands[seat][place + 1 :])
    return (*hands[:seat], hand, *hands[seat + 1 :])


_POWERS: Final = (act.Check, act.Look, act.Trade, act.Lock, act.Unlock)


class Kabobo(RoundGame[State, View]):
    """The rules of Kabobo!; see :class:`bot.game.contract.Game`."""

    name = "kabobo"
    title = "Kabobo!"
    seats = SEATS
    scoring = Scoring(best="highest", totals_rank=False, totals_compare=False)
    tells = ev.TELLS
    options = KaboboOptions
    wanted: ClassVar = {
        Phase.PEEK: ("B1.2", "Look at two of your cards first."),
        Phase.TURN: ("B2.1", "Take the top discard, draw a card, or call “Kabobo!”."),
        Phase.DRAWN: ("B2.2", "Keep the card you drew, or discard it."),
        Phase.POWER: ("B2.3", "Use the power of the card you discarded, or skip it."),
        Phase.SCORED: ("B4.1", "The round is over. Go on to the next one."),
        Phase.OVER: ("B4.3", "The match is over."),
    }
    turn_rule = "B1.4"
    moves = (
        Move(Phase.PEEK, (act.Peek,), peeks, peek, verify_peek),
        at_places(Phase.TURN, act.TakeDiscard, PLACES, take_discard),
        sole(Phase.TURN, Draw, draw),
        sole(Phase.TURN, act.Call, call, verify_call),
        at_places(Phase.DRAWN, act.Keep, PLACES, keep),
        sole(Phase.DRAWN, act.Season, season),
        Move(Phase.POWER, _POWERS, uses, use, verify_use),
        sole(Phase.POWER, Decline, decline),
    )

    deal = staticmethod(deal)
    view = staticmethod(view)
    slots = staticmethod(slots)

    def revealed(self, state: State) -> State:
        """Return the state with all hands face up."""
        hands = (tuple(laid._replace(face_up=True) for laid in hand) for hand in state.hands)
        return replace(state, hands=tuple(hands))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that still peek, the one to move, or all in a pause."""
        if state.phase is Phase.PEEK:
            return frozenset(range(state.setup.seats)) - state.peeked
        return super().to_act(state)

    def unwanted(self, state: State) -> IllegalActionError:
        """Return the error for an action of another phase; the handle ends a match by B4.2."""
        rule, sentence = self.wanted[state.phase]
        won = state.phase is Phase.OVER and state.results[-1].handle
        return IllegalActionError("B4.2" if won else rule, sentence)

    def out_of_turn(self, state: State) -> IllegalActionError:
        """Return the error for a seat that has to wait, also for others to peek."""
        if state.phase is Phase.PEEK:
            return not_your_turn("B1.2", "you've already looked at two of your cards")
        return super().out_of_turn(state)

    def apply(self, state: State, seat: Seat, action: object) -> Step[State]:
        """Return what a legal action leads to; what the seat saw before it is no longer fresh."""
        return super().apply(unfresh(state, seat), seat, action)

    def most_rounds(self, options: KaboboOptions) -> int:
        """Return the limit of rounds: the handle may end a match before."""
        return options.max_rounds

    def match_ranks(self, state: State) -> tuple[int, ...]:
        """Return the ranks by handle, pieces and points (B4.2, B4.3)."""
        return ranks(state.pieces, state.totals, state.results[-1].handle)

    def why_over(self, state: State) -> str:
        """Return whether the handle has ended the match."""
        return "the handle is won" if state.results[-1].handle else self.ended


KABOBO: Final = Kabobo()
"""Kabobo!, for the registry."""
