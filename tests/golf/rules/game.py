"""The rules of Golf: its moves, and what follows from them."""

from typing import ClassVar, Final

from bot.game.contract import IllegalActionError, Scoring, Seat, Step
from bot.game.moves import Draw
from bot.game.rounds import Drew, RoundEnded, Setup, Tells, at_places, end_round, replace, sole
from bot.game.slots import EMPTY, Laid, SlotGame, begin_turn, discard, draw, opening, swapped
from tests.golf.rules.table import (
    COLUMNS,
    DECK,
    PLACES,
    Closed,
    GolfOptions,
    Keep,
    Phase,
    Removed,
    Result,
    RoundStarted,
    Swapped,
    Take,
    Turn,
    Turned,
    View as State,
    column_of,
    up_sum,
)


def _verify_place(state: State, seat: Seat, action: Take | Keep | Turn) -> None:
    laid = state.grids[seat][action.place]
    if laid == EMPTY:
        raise IllegalActionError("G2.4", "This column has been removed.")
    if laid.up and isinstance(action, Turn):
        raise IllegalActionError("G2.3", "This card is turned up already.")


def _draw(state: State, seat: Seat, _: Draw) -> Step[State]:
    card, step = draw(state)
    drawn = replace(step.state, phase=Phase.DRAWN, drawn=card)
    return Step(drawn, (*step.events, Drew(seat)))


def _take(state: State, seat: Seat, action: Take) -> Step[State]:
    card, *rest = state.discard_pile
    return _swap(replace(state, discard_pile=tuple(rest)), seat, action.place, card)


def _keep(state: State, seat: Seat, action: Keep) -> Step[State]:
    return _swap(state, seat, action.place, state.drawn)


def _swap(state: State, seat: Seat, place: int, card: int | None) -> Step[State]:
    """Put a card in a place, and what was there on the discard pile (G2.2)."""
    old, drawn = state.grids[seat][place].card, state.drawn is not None
    after = discard(_put(state, seat, place, Laid(card, up=True)), old)
    return Step(after, (Swapped(seat, place, card or 0, old, drawn),)).then(_settle)


def _turn(state: State, seat: Seat, action: Turn) -> Step[State]:
    """Discard the drawn card and turn up one of the grid (G2.3)."""
    laid, card = state.grids[seat][action.place], state.drawn or 0
    after = discard(_put(state, seat, action.place, laid._replace(up=True)), card)
    return Step(after, (Turned(seat, action.place, laid.card, card),)).then(_settle)


def _put(state: State, seat: Seat, place: int, laid: Laid) -> State:
    grid = swapped(state.grids[seat], place, laid)
    return replace(state, drawn=None, grids=swapped(state.grids, seat, grid))


def _settle(state: State) -> Step[State]:
    """Remove columns, close the round, and begin the next turn or score the round (G3.1)."""
    seat = state.to_move
    step = _without_columns(state, seat)
    if step.state.closer is None and all(laid.up for laid in step.state.grids[seat]):
        step = Step(replace(step.state, closer=seat), (*step.events, Closed(seat)))
    closer, following = step.state.closer, (seat + 1) % state.seats
    if following == closer:
        return step.then(_score)
    last = closer is not None
    return step.then(lambda after: begin_turn(after, following, Phase.TURN, last=last))


def _without_columns(state: State, seat: Seat) -> Step[State]:
    """Discard each column of three alike that are face up (G2.4)."""
    events: list[object] = []
    for column in range(COLUMNS):
        three = [state.grids[seat][place] for place in column_of(column)]
        if EMPTY not in three and three[0].up and len({*three}) == 1:
            for place in column_of(column):
                state = _put(state, seat, place, EMPTY)
            state = discard(state, *(laid.card for laid in three))
            events.append(Removed(seat, column, three[0].card))
    return Step(state, tuple(events))


def _score(state: State) -> Step[State]:
    """Turn up all cards, remove columns, and count (G3.2, G3.3)."""
    grids = tuple(tuple(laid._replace(up=True) for laid in grid) for grid in state.grids)
    step = Step(replace(state, grids=grids), ())
    for seat in range(state.seats):
        after, events = _without_columns(step.state, seat)
        step = Step(after, (*step.events, *events))
    closer = state.to_move if state.closer is None else state.closer
    sums = tuple(map(up_sum, step.state.grids))
    alone = all(own > sums[closer] for seat, own in enumerate(sums) if seat != closer)
    result = Result(state.number, closer, sums, doubled=not alone and sums[closer] > 0)
    points = map(sum, zip(state.totals, result.points, strict=True))
    last = max(points) >= state.setup.options.points
    return step.then(lambda counted: end_round(counted, result, last=last))


def _doubled(event: RoundEnded) -> list[bool]:
    result: Result = event.result
    return [result.doubled and seat == result.closer for seat in range(len(result.sums))]


class Golf(SlotGame[State]):
    """The rules of Golf; see :class:`bot.game.contract.Game`."""

    name = "golf"
    title = "Golf"
    seats = range(2, 7)
    scoring = Scoring(best="lowest", totals_rank=True, totals_compare=False)
    options = GolfOptions
    state = State
    deck = DECK
    turn_rule = "G2.1"
    ended = "someone has too many points"
    tells = (
        Tells("columns", "columns removed", Removed),
        Tells("closed", "rounds closed", Closed),
        Tells("doubled", "rounds closed too early", RoundEnded, _doubled),
    )
    wanted: ClassVar = {
        Phase.TURN: ("G2.1", "Take the top discard, or draw a card."),
        Phase.DRAWN: ("G2.2", "Keep the card you drew, or discard it and turn one up."),
        Phase.SCORED: ("G4.1", "The round is over. Go on to the next one."),
        Phase.OVER: ("G4.2", "The match is over."),
    }
    moves = (
        at_places(Phase.TURN, Take, PLACES, _take, _verify_place),
        sole(Phase.TURN, Draw, _draw),
        at_places(Phase.DRAWN, Keep, PLACES, _keep, _verify_place),
        at_places(Phase.DRAWN, Turn, PLACES, _turn, _verify_place),
    )

    def deal(self, setup: Setup[GolfOptions], before: State | None) -> Step[State]:
        """Deal twelve cards each, the first two face up, and one to discard (G1.2, G1.3)."""
        number, size = before.number + 1 if before else 1, len(PLACES)
        cards = setup.chance.shuffled(number, "deal", self.deck_of(setup))
        hands = [cards[seat * size :][:size] for seat in range(setup.seats)]
        grids = tuple(tuple(Laid(card, up=at < 2) for at, card in enumerate(own)) for own in hands)
        starter = max(range(setup.seats), key=lambda seat: up_sum(grids[seat]))
        top, *rest = cards[setup.seats * size :]
        state = State(
            **opening(setup, before),
            phase=Phase.TURN,
            to_move=starter,
            starter=starter,
            grids=grids,
            draw_pile=tuple(rest),
            discard_pile=(top,),
        )
        step = Step(state, (RoundStarted(number, starter, top),))
        return step.then(lambda dealt: begin_turn(dealt, starter, Phase.TURN))


GOLF: Final = Golf()
"""Golf, for the registry."""
