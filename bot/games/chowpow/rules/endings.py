"""Scoring of games, the end of the match, and tie-breaks (sections 4 and 5 of the rules)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game import standing
from bot.game.contract import Seat, Step
from bot.games.chowpow.rules.events import DrewForTie, Event, MatchEnded, RoundEnded
from bot.games.chowpow.rules.grid import filled, put
from bot.games.chowpow.rules.hands import cards_of
from bot.games.chowpow.rules.scores import End, RoundResult, ranks
from bot.games.chowpow.rules.state import Phase, State

__all__ = ["end_game", "match_ranks"]


def end_game(state: State, end: End) -> Step[State]:
    """Score the game; the last one ends the match (P4.2, P5.2)."""
    result = RoundResult(
        state.number,
        state.starter,
        end,
        won=tuple(tuple(sorted(cards)) for cards in state.won),
        left=tuple(map(cards_of, state.hands)),
        hot_sauce=state.setup.options.hot_sauce,
    )
    scored = replace(state, phase=Phase.SCORED, results=(*state.results, result))
    ended = RoundEnded(result)
    if state.number < state.setup.options.games:
        return Step(scored, (ended,))
    over, events = _break_tie(replace(scored, phase=Phase.OVER, drawn=((),) * state.setup.seats))
    totals = standing.totals(state.setup.seats, over.results)
    return Step(over, (ended, *events, MatchEnded(match_ranks(over), totals)))


def match_ranks(state: State) -> tuple[int, ...]:
    """Return each seat's rank over all games, after tie-breaks (P4.2, P5.2)."""
    seats = range(state.setup.seats)
    won = [sum(len(result.won[seat]) for result in state.results) for seat in seats]
    return ranks(standing.totals(len(seats), state.results), won, state.drawn)


def _break_tie(state: State) -> Step[State]:
    """Let the seats tied for the win draw from the grid until one is ahead (P4.2, P7.6)."""
    events: list[Event] = []
    while len(tied := _first(state)) > 1 and sum(map(len, state.grid)) >= len(tied):
        for seat in tied:
            state, event = _draw(state, seat)
            events.append(event)
    return Step(state, tuple(events))


def _first(state: State) -> Sequence[Seat]:
    return [seat for seat, rank in enumerate(match_ranks(state)) if rank == 1]


def _draw(state: State, seat: Seat) -> tuple[State, Event]:
    """Draw the top card of a random filled slot and take it out of play (P7.6)."""
    number = 1 + sum(map(len, state.drawn))
    slots = filled(state.grid)
    slot = slots[state.setup.chance.below(state.number, f"tie-break {number}", len(slots))]
    lying, *rest = state.grid[slot.place]
    drawn = (*state.drawn[seat], lying.card)
    after = replace(
        state,
        grid=put(state.grid, slot, tuple(rest)),
        drawn=(*state.drawn[:seat], drawn, *state.drawn[seat + 1 :]),
    )
    return after, DrewForTie(seat, slot, lying.card)
