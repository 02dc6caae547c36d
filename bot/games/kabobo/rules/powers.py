"""Which cards each suit's power can be used on (B2.3, B2.4): nothing hidden decides that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.game.contract import IllegalActionError, Seat
from bot.game.moves import allowed
from bot.games.kabobo.rules.actions import Check, Lock, Look, Power, Trade, Unlock
from bot.games.kabobo.rules.cards import PLACES, Spot, Suit
from bot.games.kabobo.rules.view import Hands, laid_at

_SUIT_OF: Final[Mapping[type[Power], Suit]] = {
    Check: Suit.SPADES,
    Look: Suit.CLUBS,
    Trade: Suit.HEARTS,
    Lock: Suit.DIAMONDS,
    Unlock: Suit.DIAMONDS,
}


def powers(hands: Hands, seat: Seat, suit: Suit | None) -> Sequence[Power]:
    """Return the possible uses of a suit's power, in reading order; none for a joker."""
    tried = _candidates(len(hands), seat, suit)
    return [power for power in tried if allowed(verify_power, hands, seat, suit, power)]


def _candidates(seats: int, seat: Seat, suit: Suit | None) -> Iterator[Power]:
    every = [Spot(other, place) for other in range(seats) for place in PLACES]
    others = [spot for spot in every if spot.seat != seat]
    match suit:
        case Suit.SPADES:
            yield from map(Check, PLACES)
        case Suit.CLUBS:
            yield from map(Look, others)
        case Suit.HEARTS:
            yield from (Trade(place, spot) for place in PLACES for spot in others)
        case Suit.DIAMONDS:
            yield from map(Lock, PLACES)
            yield from map(Unlock, every)


def verify_power(hands: Hands, seat: Seat, suit: Suit | None, power: Power) -> None:
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
            if hands[seat][place].locked:
                raise IllegalActionError("B2.3", "That card is already locked.")
        case Unlock(spot=spot):
            laid = laid_at(hands, spot)
            if laid is None or not laid.locked:
                raise IllegalActionError("B2.3", "There's no locked card there.")


def _must_be_anothers(hands: Hands, seat: Seat, spot: Spot) -> None:
    if spot.seat == seat or laid_at(hands, spot) is None:
        raise IllegalActionError("B2.3", "Choose another player's card.")


def _must_be_hidden(hands: Hands, spot: Spot) -> None:
    """Raise if a card can't be looked at; one that is already known can be (B6.2)."""
    if hands[spot.seat][spot.place].face_up:
        raise IllegalActionError("B2.3", "That card is already face up.")
    _must_be_unlocked(hands, spot)


def _must_be_unlocked(hands: Hands, spot: Spot) -> None:
    if hands[spot.seat][spot.place].locked:
        raise IllegalActionError(
            "B2.4", "That card is locked, so nobody can look at it or trade it."
        )
