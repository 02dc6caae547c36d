"""The moves of Kapow!, which are legal and what each does (sections 3 and 4), and its table."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, starmap
from typing import ClassVar, Final

from bot.game.contract import IllegalActionError, Scoring, Seat, Step, known
from bot.game.moves import Move, allowed
from bot.game.rounds import Discarded, RoundGame, replace, sole
from bot.games.kapow.rules import actions as act, hand as triads, view as ev
from bot.games.kapow.rules.cards import Card, Place, turned_face_up
from bot.games.kapow.rules.options import SEATS, KapowOptions
from bot.games.kapow.rules.state import (
    State,
    deal,
    discarded,
    end_round,
    end_turn,
    hands_with,
    reshuffle,
    settle,
    slots,
    view,
)
from bot.games.kapow.rules.view import Drawn, Phase, RoundReason, View

_TAKES: Final = tuple(map(act.Take, act.Pile))
_DRAW, _DISCARD = act.Pile
_PLAY, _KAPOW = Phase.PLAY, Phase.KAPOW


def reveals(state: State, seat: Seat) -> Sequence[act.Reveal]:
    """Return each pair of face-down cards."""
    return _pairs(tuple(triads.places_face_down(state.hands[seat])))


@cache
def _pairs(places: Sequence[Place]) -> Sequence[act.Reveal]:
    return tuple(starmap(act.Reveal, combinations(places, 2)))


def verify_reveal(state: State, seat: Seat, action: act.Reveal) -> None:
    """Raise unless the action names two different face-down cards in reading order (K3.1)."""
    if action.first >= action.second:
        raise IllegalActionError("K3.1", "Turn up two different cards, named from left to right.")
    for place in (action.first, action.second):
        position = triads.lying(state.hands[seat], place)
        if position is None:
            raise IllegalActionError("K3.1", "There's no card in that place.")
        if position.face_up:
            raise IllegalActionError("K3.1", "That card is already face up.")


def reveal(state: State, seat: Seat, action: act.Reveal) -> Step[State]:
    """Turn up two cards (K3.1)."""
    places = (action.first, action.second)
    hand, (first, second) = triads.turned_up(state.hand, places)
    after = replace(
        state, hands=hands_with(state, hand), opened=state.opened | {seat}, phase=Phase.TAKE
    )
    return Step(after, (ev.Revealed(seat, places, (first, second)),))


def takes(state: State, seat: Seat) -> Sequence[act.Take]:
    """Return the piles from which a card can be taken."""
    return [take for take in _TAKES if allowed(verify_take, state, seat, take)]


def verify_take(state: State, _seat: Seat, action: act.Take) -> None:
    """Raise unless a card can be taken from the pile, after a reshuffle if need be (K3.2, K5.5)."""
    if action.pile is _DISCARD:
        if not state.discard_pile:
            raise IllegalActionError("K3.2", "The discard pile is empty.")
    elif not state.draw_pile and len(state.discard_pile) < 2:
        raise IllegalActionError("K5.5", "The draw pile is empty and can't be shuffled again.")


def take(state: State, seat: Seat, action: act.Take) -> Step[State]:
    """Take a card; reshuffle an empty draw pile, or end the round at the cap (K5.5, K5.6)."""
    if action.pile is _DISCARD:
        card, rest = state.discard_pile[0], state.discard_pile[1:]
        drawn = Drawn(card, _DISCARD)
        after = replace(state, drawn=drawn, discard_pile=rest, phase=_PLAY)
        return Step(after, (ev.Took(seat, _DISCARD, card),))
    if state.draw_pile:
        return _draw(state)
    if state.reshuffles < state.setup.options.max_reshuffles:
        return reshuffle(state).then(_draw)
    return end_round(state, RoundReason.RESHUFFLES, (ev.UsedUp(seat),))


def _draw(state: State) -> Step[State]:
    drawn = Drawn(state.draw_pile[0], _DRAW)
    after = replace(state, drawn=drawn, draw_pile=state.draw_pile[1:], phase=_PLAY)
    return Step(after, (ev.Took(state.to_move, _DRAW, None),))


def taken(state: State) -> Card:
    """Return the card taken; ``ValueError`` if there is none."""
    if state.drawn is None:
        raise ValueError("no card has been taken")
    return known(state.drawn.card)


def from_discard_pile(state: State) -> bool:
    """Whether the card taken was the top discard."""
    return state.drawn is not None and state.drawn.pile is _DISCARD


def verify_discard(state: State, _seat: Seat, _action: act.Discard) -> None:
    """Raise unless the card taken may be discarded (K3.3a)."""
    if state.setup.options.no_pass and from_discard_pile(state):
        raise IllegalActionError(
            "K3.3a", "At this table, a card from the discard pile can't go straight back."
        )


def discard(state: State, seat: Seat, _: act.Discard) -> Step[State]:
    """Discard the card taken; returning the top discard counts towards a stall (K5.6)."""
    card = taken(state)
    after = replace(
        state,
        phase=_KAPOW,
        drawn=None,
        discard_pile=(card, *state.discard_pile),
        passes=state.passes + 1 if from_discard_pile(state) else 0,
    )
    return settle(after, (Discarded(seat, card),))


def _placings(state: State, seat: Seat) -> Sequence[act.PlaceAction]:
    return triads.plays(state.hands[seat], taken(state))


def _verify_place(state: State, seat: Seat, action: act.PlaceAction) -> None:
    triads.verify_play(state.hands[seat], taken(state), action)


def place(state: State, seat: Seat, action: act.PlaceAction) -> Step[State]:
    """Put the card taken in the hand, and continue (K3.3b-d, K4.3)."""
    column, row = action.place
    card, hand = taken(state), state.hand
    triad = triads.column_of(hand, column)
    old = triad[row]
    new = triads.placed(old, card, action)
    gone: tuple[Card, ...] = ()
    event: ev.Event
    if isinstance(action, act.Replace):
        gone, event = discarded(old), ev.Replaced(seat, action.place, card, turned_face_up(old))
    else:
        event = ev.Placed(seat, action.place, card, isinstance(action, act.PutOnTop), new)
    after = replace(
        state,
        hands=hands_with(state, triads.with_column(hand, column, triad.put(row, new))),
        phase=_KAPOW,
        discard_pile=gone + state.discard_pile,
        drawn=None,
        passes=0,
    )
    return settle(after, (event,))


def _swaps(state: State, seat: Seat) -> Sequence[act.Swap]:
    return triads.offers(state.hands[seat])


def _verify_swap(state: State, seat: Seat, action: act.Swap) -> None:
    triads.verify_offered(state.hands[seat], action)


def swap(state: State, seat: Seat, action: act.Swap) -> Step[State]:
    """Swap the KAPOW! card with the other position, and continue (K4.6)."""
    hands = hands_with(state, triads.swapped(state.hand, action))
    after = replace(state, hands=hands, swaps=state.swaps + 1)
    return settle(after, (ev.Swapped(seat, action.kapow, action.other),))


_PLACE: Final = (act.Replace, act.PutOnTop, act.PutBeneath)


class Kapow(RoundGame[State, View]):
    """The rules of Kapow!; see :class:`bot.game.contract.Game`."""

    name = "kapow"
    title = "Kapow!"
    seats = SEATS
    scoring = Scoring(best="lowest", totals_rank=True, totals_compare=True)
    tells = ev.TELLS
    options = KapowOptions
    wanted: ClassVar = {
        Phase.OPENING: ("K3.1", "Turn up two of your cards first."),
        Phase.TAKE: ("K3.2", "Take a card from the draw pile or the discard pile."),
        Phase.PLAY: ("K3.3", "Play the card you took."),
        Phase.KAPOW: ("K4.6", "Swap a KAPOW! card or end your turn."),
        Phase.SCORED: ("K2.4", "The round is over. Go on to the next one."),
        Phase.OVER: ("K6.6", "The match is over."),
    }
    turn_rule = "K2.5"
    moves = (
        Move(Phase.OPENING, (act.Reveal,), reveals, reveal, verify_reveal),
        Move(Phase.TAKE, (act.Take,), takes, take, verify_take),
        sole(Phase.PLAY, act.Discard, discard, verify_discard),
        Move(Phase.PLAY, _PLACE, _placings, place, _verify_place),
        Move(Phase.KAPOW, (act.Swap,), _swaps, swap, _verify_swap),
        sole(Phase.KAPOW, act.EndTurn, lambda state, _seat, _action: end_turn(state)),
    )

    deal = staticmethod(deal)
    view = staticmethod(view)
    slots = staticmethod(slots)

    def revealed(self, state: State) -> State:
        """Return the state with all hands face up."""
        hands = (
            triads.turned_up(hand, [*triads.places_face_down(hand)])[0] for hand in state.hands
        )
        return replace(state, hands=tuple(hands))

    def most_rounds(self, options: KapowOptions) -> int:
        """Return the number of rounds."""
        return options.rounds


KAPOW: Final = Kapow()
"""Kapow!, for the registry."""
