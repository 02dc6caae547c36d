"""The beginning and end of turns, and the end of games (P2.1, P3.5, P4.1, P5.3)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.games.chowpow.rules.endings import end_game
from bot.games.chowpow.rules.events import ShowdownStarted, TurnStarted
from bot.games.chowpow.rules.grid import filled
from bot.games.chowpow.rules.hands import settled, with_hand
from bot.games.chowpow.rules.scores import End
from bot.games.chowpow.rules.state import Phase, State

__all__ = ["begin_turn", "end_turn", "next_turn", "targets", "then", "to_battle"]

FLIPS = 2
FLIPS_WITHOUT_CARDS = 3
FEWEST_AT_A_SHOWDOWN = 2


def begin_turn(state: State, seat: Seat) -> Step[State]:
    """Begin a seat's turn with its Chow; if the grid is empty, with its battle (P2.1, P2.6)."""
    wanted = FLIPS if state.hands[seat] else FLIPS_WITHOUT_CARDS
    due = min(wanted, len(filled(state.grid)))
    begun = replace(
        with_hand(state, seat, settled(state.hands[seat])),
        phase=Phase.FLIP,
        to_move=seat,
        turn=state.turn + 1,
        turns=state.turns + 1,
        due=due,
        flips=(),
        last_flips=state.flips,
        last=None if state.last is None else state.last - 1,
    )
    step = Step(begun, (TurnStarted(seat, due, begun.last is not None),))
    return step if due else then(step, to_battle(begun))


def to_battle(state: State) -> Step[State]:
    """Continue with the battle after the Chow; if none is possible, end the turn (section 3)."""
    chowed = replace(state, up=(), pair=None)
    if state.setup.options.battle_buffet or not state.hands[state.to_move]:
        return end_turn(chowed)
    if not targets(_counts(state), state.to_move) and not filled(state.grid):
        return end_turn(chowed)  # the board cannot be battled (P3.7)
    return Step(replace(chowed, phase=Phase.POW), ())


def targets(counts: Sequence[int], seat: Seat, *, own_size: bool = False) -> Sequence[Seat]:
    """Return the seats that may be attacked: those with cards, or with the most (P3.1, P5.4)."""
    others = [other for other, count in enumerate(counts) if count and other != seat]
    most = max((counts[other] for other in others), default=0)
    return [other for other in others if not own_size or counts[other] == most]


def end_turn(state: State) -> Step[State]:
    """End a turn; at a Battle Buffet a showdown may follow (P5.3, P7.8)."""
    circuit = state.turns % state.setup.seats == 0
    able = tuple(seat for seat, count in enumerate(_counts(state)) if count)
    wanted = state.setup.options.battle_buffet and (circuit or _ending(state) is not None)
    if not wanted or len(able) < FEWEST_AT_A_SHOWDOWN:
        return next_turn(state)
    chosen = tuple(None if hand else () for hand in state.hands)
    return Step(replace(state, phase=Phase.BUFFET, chosen=chosen), (ShowdownStarted(able),))


def next_turn(state: State) -> Step[State]:
    """Begin the next seat's turn, or score the game (P4.1, P4.3)."""
    end = _ending(state)
    if end is not None:
        return end_game(state, end)
    return begin_turn(state, (state.to_move + 1) % state.setup.seats)


def then(first: Step[State], second: Step[State]) -> Step[State]:
    """Return the result of both steps, with all events."""
    return Step(second.state, (*first.events, *second.events))


def _ending(state: State) -> End | None:
    """Return why this was the last turn of the game, None if it was not (P4.1, P7.5)."""
    if state.last == 0:
        return End.DECK
    most = state.setup.options.max_turns * state.setup.seats
    return End.TURNS if state.turns >= most else None


def _counts(state: State) -> Sequence[int]:
    return [len(hand) for hand in state.hands]
