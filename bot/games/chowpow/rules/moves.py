"""The table of moves of Chow Pow!."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.game.contract import IllegalActionError, Seat, Stage, Step, not_your_turn
from bot.game.moves import Move, Moves, next_round
from bot.games.chowpow.rules import battles, board, buffet, chow, dealing
from bot.games.chowpow.rules.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.rules.hands import cards_of
from bot.games.chowpow.rules.plays import plays, singles
from bot.games.chowpow.rules.state import Phase, State
from bot.games.chowpow.rules.turns import targets
from bot.games.chowpow.rules.winning import battle_of

__all__ = ["apply", "check", "legal", "stage", "to_act"]

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.FLIP: ("P2.1", "First flip a slot of the grid."),
    Phase.PAIR: ("P2.2", "Choose which pair is your match."),
    Phase.TAKE: ("P2.3", "Take a slot next to one of the matching cards."),
    Phase.POW: ("P3.1", "Battle with your cards, or pass."),
    Phase.DEFEND: ("P3.2", "There's an attack. First the attacked player has to defend."),
    Phase.BOARD: ("P3.5", "The player on the left flips a slot for the board."),
    Phase.COUNTER: ("P3.3", "The player behind adds cards, or adds nothing."),
    Phase.BUFFET: ("P5.3", "Showdown: every player with cards lays some down in secret."),
    Phase.SCORED: ("P5.2", "The game is over. Go on to the next one."),
    Phase.OVER: ("P4.2", "The match is over."),
}
"""The errors for actions of another phase."""


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act: the one to move, its opponent in a battle, or several."""
    everybody = range(state.setup.seats)
    found: Mapping[Phase, Callable[[], Iterable[Seat | None]]] = {
        Phase.DEFEND: lambda: (battle_of(state).target,),
        Phase.COUNTER: lambda: (battle_of(state).behind,),
        Phase.BOARD: lambda: (board.left_of(state),),
        Phase.BUFFET: lambda: (seat for seat in everybody if state.chosen[seat] is None),
        Phase.SCORED: lambda: everybody,
        Phase.OVER: tuple,
    }
    seats = found.get(state.phase, lambda: (state.to_move,))()
    return frozenset(seat for seat in seats if seat is not None)


def stage(state: State) -> Stage:
    """Return the stage: games count as rounds, and stretches as turns for the clock."""
    return Stage(
        round=state.number,
        rounds=state.setup.options.games,
        turn=state.stretch,
        paused=state.phase is Phase.SCORED,
    )


def _out_of_turn(state: State) -> IllegalActionError:
    if state.phase is Phase.BUFFET:
        return not_your_turn("P5.3", "you've already laid your cards down, or you don't have any")
    return not_your_turn("P1.3")


def _flips(state: State, _seat: Seat) -> Iterator[Flip]:
    return map(Flip, chow.flippable(state.grid, state.up))


def _pairs(state: State, _seat: Seat) -> Iterator[Pair]:
    return (Pair(*sorted(each)) for each in chow.pairs(state.grid, state.up))


def _takes(state: State, _seat: Seat) -> Iterator[Take]:
    return map(Take, chow.takeable(state.grid, chow.pair_of(state)))


def _attacks(state: State, seat: Seat) -> Iterator[Attack]:
    whom = _targets(state, seat)
    ways = plays(cards_of(state.hands[seat])) if whom else ()
    return (Attack(target, cards) for target in whom for cards in ways)


def _board_battles(state: State, seat: Seat) -> Iterator[BattleBoard]:
    cards = () if _targets(state, seat) else cards_of(state.hands[seat])
    return map(BattleBoard, sorted(set(cards)))


def _targets(state: State, seat: Seat) -> Sequence[Seat]:
    counts = [len(hand) for hand in state.hands]
    return targets(counts, seat, own_size=state.setup.options.own_size)


def _defences(state: State, seat: Seat) -> Iterator[Defend]:
    return map(Defend, plays(cards_of(state.hands[seat])))


def _board_flips(state: State, _seat: Seat) -> Iterator[Flip]:
    return map(Flip, chow.flippable(state.grid, battle_of(state).flipped))


def _counters(state: State, seat: Seat) -> Iterator[Counter]:
    battle = battle_of(state)
    ways = singles if battle.target is None else plays
    return map(Counter, ways(cards_of(state.hands[seat]), battle.laid(seat)))


def _lay_downs(state: State, seat: Seat) -> Iterator[LayDown]:
    return map(LayDown, plays(cards_of(state.hands[seat])))


_MOVES: Final = Moves[State](
    (
        Move(Phase.FLIP, (Flip,), _flips, chow.flip, chow.check_flip),
        Move(Phase.PAIR, (Pair,), _pairs, chow.pair, chow.check_pair),
        Move(Phase.TAKE, (Take,), _takes, chow.take, chow.check_take),
        Move(Phase.POW, (Attack,), _attacks, battles.attack, battles.check_attack),
        Move(
            Phase.POW, (BattleBoard,), _board_battles, board.battle_board, board.check_battle_board
        ),
        Move(Phase.POW, (Pass,), lambda _, __: (Pass(),), battles.pass_turn),
        Move(Phase.DEFEND, (Defend,), _defences, battles.defend, battles.check_defend),
        Move(Phase.BOARD, (Flip,), _board_flips, board.board_flip, board.check_board_flip),
        Move(Phase.COUNTER, (Counter,), _counters, battles.counter, battles.check_counter),
        Move(Phase.COUNTER, (Decline,), lambda _, __: (Decline(),), battles.decline),
        Move(Phase.BUFFET, (LayDown,), _lay_downs, buffet.lay_down, buffet.check_lay_down),
        next_round(Phase.SCORED, dealing.next_round),
    ),
    to_act=to_act,
    wanted=lambda state: IllegalActionError(*_WANTED[state.phase]),
    out_of_turn=_out_of_turn,
)

legal: Final = _MOVES.legal
check: Final = _MOVES.check


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return what an action leads to; raise :class:`IllegalActionError` unless it is legal.

    If another seat has to decide next, as in a battle, a new stretch begins for the clock; so it
    does with the end of the match.
    """
    step = _MOVES.apply(state, seat, action)
    deciding = to_act(step.state)
    if step.state.turn == state.turn and deciding and deciding <= to_act(state):
        return step
    return Step(replace(step.state, stretch=state.stretch + 1), step.events)
