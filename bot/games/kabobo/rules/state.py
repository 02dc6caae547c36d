"""The full state of a match, for the rules alone; its turns, rounds and end (sections 1, 4, 5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.contract import Seat, Step, Viewer, known
from bot.game.held import Change, everyone, nobody, only, pile
from bot.game.rounds import RoundState, Setup, TurnStarted, end_round, replace, seen_by
from bot.game.slots import opening
from bot.games.kabobo.rules.cards import DECK, PLACES, Card, score
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.view import (
    PIECES,
    Common,
    Hands,
    Laid,
    MatchEnded,
    Phase,
    RoundResult,
    RoundStarted,
    View,
    ranks,
)


@dataclass(frozen=True, kw_only=True)
class State(Common, RoundState):
    """A match. Piles begin with the top card; a round's peeks count as a turn."""

    setup: Setup[KaboboOptions]
    hands: Hands
    draw_pile: tuple[Card, ...]
    drawn: Card | None = None


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    return View(
        **seen_by(viewer, state, Common),
        hands=_map(
            state.hands,
            lambda laid: laid if _knows(state, viewer, laid) else laid._replace(card=None),
        ),
        draw_pile=len(state.draw_pile),
        has_drawn=state.drawn is not None,
        drawn=state.drawn if viewer == state.to_move else None,
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""

    def laid(each: Laid) -> Laid:
        return each._replace(card=change(each.card, lambda viewer: _knows(state, viewer, each)))

    return replace(
        state,
        hands=_map(state.hands, laid),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        drawn=state.drawn and change(state.drawn, only(state.to_move)),
    )


def _knows(state: State, viewer: Viewer, laid: Laid) -> bool:
    """Whether ``viewer`` knows a card: face up, seen, or any after the round (B4.1)."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)
    return laid.face_up or revealed or laid.how(viewer) is not None


def _map(hands: Hands, change: Callable[[Laid], Laid]) -> Hands:
    return tuple(tuple(map(change, hand)) for hand in hands)


_PIECES_OF_CALLER: Final = 2


def deal(setup: Setup[KaboboOptions], before: State | None) -> Step[State]:
    """Deal one card at a time from the starter, at first a random seat (B1.3, B1.4, B6.1)."""
    number, seats = 1 if before is None else before.number + 1, setup.seats
    first = setup.chance.below(0, "starter", seats) if before is None else _next_starter(before)
    cards = setup.chance.shuffled(number, "deal", DECK)
    dealt = len(PLACES) * seats
    hands: Hands = tuple(
        tuple(Laid(card) for card in cards[(seat - first) % seats : dealt : seats])
        for seat in range(seats)
    )
    state = State(
        **opening(setup, before, turns=1),
        phase=Phase.PEEK,
        starter=first,
        to_move=first,
        hands=hands,
        draw_pile=cards[dealt + 1 :],
        discard_pile=(cards[dealt],),
        pieces=(0,) * seats if before is None else before.pieces,
    )
    return Step(state, (RoundStarted(number, first, cards[dealt]),))


def _next_starter(state: State) -> Seat:
    """Return the lowest; of those tied, the next after the last starter (B1.4, B6.4)."""
    points, seats = state.results[-1].points, state.setup.seats
    lowest = [seat for seat in range(seats) if points[seat] == min(points)]
    return min(lowest, key=lambda seat: (seat - state.starter - 1) % seats)


def begin_turns(state: State) -> Step[State]:
    """Begin the first turn of a round, after all have peeked (B1.2)."""
    return _begin(state, state.starter)


def end_turn(state: State) -> Step[State]:
    """Begin the next seat's turn, or score the round (B2.5, B2.8)."""
    seats = state.setup.seats
    following = (state.to_move + 1) % seats
    if following == state.caller:
        return _end_round(state)
    if state.caller is None and state.turns >= state.setup.options.max_turns * seats:
        return _end_round(state)
    return _begin(state, following)


def _begin(state: State, seat: Seat) -> Step[State]:
    begun = replace(
        state, phase=Phase.TURN, to_move=seat, turn=state.turn + 1, turns=state.turns + 1
    )
    return Step(begun, (TurnStarted(seat, state.caller is not None),))


def _end_round(state: State) -> Step[State]:
    hands = tuple(tuple(known(laid.card) for laid in hand) for hand in state.hands)
    kabobs = tuple(map(score, hands))
    points = [kabob.points for kabob in kabobs]
    given = _given(points, state.caller, state.pieces)
    pieces = tuple(map(sum, zip(state.pieces, given, strict=True)))
    handle = _handle(points, state.caller, state.pieces)
    result = RoundResult(
        state.number, state.starter, state.caller, hands, kabobs, given, pieces, handle
    )
    last = bool(handle) or state.number >= state.setup.options.max_rounds
    ended = end_round(replace(state, pieces=pieces), result, last=last)
    if not last:
        return ended
    over = MatchEnded(ranks(pieces, ended.state.totals, handle), pieces, handle)
    return Step(ended.state, (*ended.events, over))


def _given(points: Sequence[int], caller: Seat | None, pieces: Sequence[int]) -> tuple[int, ...]:
    """Return the pieces won by each seat; nobody gets more than five (B4.1, B6.4)."""
    if caller is None:
        return (0,) * len(points)
    if points[caller] == max(points):
        won = [_PIECES_OF_CALLER * (seat == caller) for seat in range(len(points))]
    else:
        won = [int(seat != caller) for seat in range(len(points))]
    return tuple(min(new, PIECES - old) for new, old in zip(won, pieces, strict=True))


def _handle(points: Sequence[int], caller: Seat | None, pieces: Sequence[int]) -> tuple[Seat, ...]:
    """Return who wins the handle: the highest, with five pieces before (B4.2, B4.4)."""
    best = tuple(
        seat
        for seat, (scored, before) in enumerate(zip(points, pieces, strict=True))
        if scored == max(points) and before == PIECES
    )
    return (caller,) if caller in best else best
