"""The powers of the suits: their targets and effects (B2.3, B2.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.kabobo.rules.actions import Check, Decline, Lock, Look, Power, Trade, Unlock
from bot.games.kabobo.rules.cards import PLACES, Spot, Suit
from bot.games.kabobo.rules.events import Declined, Event, Locked, LookedAt, Traded, Unlocked
from bot.games.kabobo.rules.state import Hands, How, Laid, State, laid_at, put, seen_by
from bot.games.kabobo.rules.turns import end_turn

__all__ = ["check_power", "decline", "powers", "use"]


def powers(hands: Hands, seat: Seat, suit: Suit | None) -> Sequence[Power]:
    """Return the possible uses of a suit's power, in reading order; none for a joker."""
    match suit:
        case Suit.SPADES:
            return [Check(spot.place) for spot in _own(hands, seat) if _is_hidden(hands, spot)]
        case Suit.CLUBS:
            return [Look(spot) for spot in _others(hands, seat) if _is_hidden(hands, spot)]
        case Suit.HEARTS:
            own = [spot for spot in _own(hands, seat) if not _at(hands, spot).locked]
            others = [spot for spot in _others(hands, seat) if not _at(hands, spot).locked]
            return [Trade(mine.place, other) for mine in own for other in others]
        case Suit.DIAMONDS:
            locks = [Lock(s.place) for s in _own(hands, seat) if not _at(hands, s).locked]
            return [*locks, *(Unlock(spot) for spot in _all(hands) if _at(hands, spot).locked)]
        case None:
            return []


def check_power(hands: Hands, seat: Seat, suit: Suit | None, power: Power) -> None:
    """Raise unless a seat may use a suit's power in this way (B2.3, B2.4)."""
    if suit is not _SUIT_OF[type(power)]:
        raise IllegalActionError("B2.3", "The card you discarded has a different power.")
    match power:
        case Check(place=place):
            _must_be_hidden(hands, Spot(seat, place))
        case Look(spot=spot):
            _must_be_anothers(hands, seat, spot)
            _must_be_hidden(hands, spot)
        case Trade(place=place, spot=spot):
            _must_be_anothers(hands, seat, spot)
            for side in (Spot(seat, place), spot):
                _must_be_unlocked(hands, side)
        case Lock(place=place):
            if _at(hands, Spot(seat, place)).locked:
                raise IllegalActionError("B2.3", "That card is already locked.")
        case Unlock(spot=spot):
            laid = laid_at(hands, spot)
            if laid is None or not laid.locked:
                raise IllegalActionError("B2.3", "There's no locked card there.")


def use(state: State, seat: Seat, power: Power) -> Step[State]:
    """Use a power, which ends the turn."""
    hands, event = _used(state.hands, seat, power)
    after, events = end_turn(replace(state, hands=hands))
    return Step(after, (event, *events))


def decline(state: State, seat: Seat, _: Decline) -> Step[State]:
    """Decline to use a power, which ends the turn."""
    after, events = end_turn(state)
    return Step(after, (Declined(seat), *events))


def _used(hands: Hands, seat: Seat, power: Power) -> tuple[Hands, Event]:
    match power:
        case Check(place=place):
            return _looked(hands, seat, Spot(seat, place), How.CHECK)
        case Look(spot=spot):
            return _looked(hands, seat, spot, How.LOOK)
        case Trade(place=place, spot=spot):
            own = Spot(seat, place)
            mine, other = _at(hands, own), _at(hands, spot)
            return put(put(hands, own, other), spot, mine), Traded(seat, own, spot)
        case Lock(place=place):
            spot = Spot(seat, place)
            return _turned(hands, spot, locked=True), Locked(seat, spot)
        case Unlock(spot=spot):
            return _turned(hands, spot, locked=False), Unlocked(seat, spot)


def _looked(hands: Hands, seat: Seat, spot: Spot, how: How) -> tuple[Hands, Event]:
    return put(hands, spot, seen_by(_at(hands, spot), seat, how)), LookedAt(seat, spot)


def _turned(hands: Hands, spot: Spot, *, locked: bool) -> Hands:
    return put(hands, spot, replace(_at(hands, spot), locked=locked))


def _at(hands: Hands, spot: Spot) -> Laid:
    return hands[spot.seat][spot.place]


def _is_hidden(hands: Hands, spot: Spot) -> bool:
    """Whether a card may be looked at: it is face down, even if already known (B6.2)."""
    laid = _at(hands, spot)
    return not laid.face_up and not laid.locked


def _own(hands: Hands, seat: Seat) -> Iterator[Spot]:
    return (spot for spot in _all(hands) if spot.seat == seat)


def _others(hands: Hands, seat: Seat) -> Iterator[Spot]:
    return (spot for spot in _all(hands) if spot.seat != seat)


def _all(hands: Hands) -> Iterator[Spot]:
    return (Spot(seat, place) for seat in range(len(hands)) for place in PLACES)


def _must_be_anothers(hands: Hands, seat: Seat, spot: Spot) -> None:
    if spot.seat == seat or laid_at(hands, spot) is None:
        raise IllegalActionError("B2.3", "Choose another player's card.")


def _must_be_hidden(hands: Hands, spot: Spot) -> None:
    if _at(hands, spot).face_up:
        raise IllegalActionError("B2.3", "That card is face up already.")
    _must_be_unlocked(hands, spot)


def _must_be_unlocked(hands: Hands, spot: Spot) -> None:
    if _at(hands, spot).locked:
        raise IllegalActionError(
            "B2.4", ("That card is locked, so nobody can look at it or trade it.")
        )


_SUIT_OF = {
    Check: Suit.SPADES,
    Look: Suit.CLUBS,
    Trade: Suit.HEARTS,
    Lock: Suit.DIAMONDS,
    Unlock: Suit.DIAMONDS,
}
