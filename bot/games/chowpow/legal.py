"""What is legal: a bounded list of it, and the check of any one action."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.games.chowpow.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    NextRound,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.battles import attack, counter, decline, defend, pass_turn
from bot.games.chowpow.board import battle_board, board_flip, left_of
from bot.games.chowpow.buffet import lay_down
from bot.games.chowpow.chow import flip, flippable, pair, pairs, take, takeable
from bot.games.chowpow.dealing import next_round
from bot.games.chowpow.hands import cards_of
from bot.games.chowpow.plays import plays, singles
from bot.games.chowpow.state import Phase, State
from bot.games.chowpow.turns import targets
from bot.games.chowpow.winning import battle_of
from bot.games.game import IllegalActionError, Seat, Step, not_your_turn

__all__ = ["carry_out", "legal", "to_act"]

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.FLIP: ("P2.1", "First flip slots of the grid."),
    Phase.PAIR: ("P2.2", "Choose which of the matching pairs is your match."),
    Phase.TAKE: ("P2.3", "Take a slot that touches one of the matching cards."),
    Phase.POW: ("P3.1", "Battle with your cards, or pass."),
    Phase.DEFEND: ("P3.2", "There is an attack: the player attacked has to defend."),
    Phase.BOARD: ("P3.5", "The player to the left flips a slot for the board."),
    Phase.COUNTER: ("P3.3", "Whoever is behind adds cards, or declines."),
    Phase.BUFFET: ("P5.3", "All with cards lay some of them down, at once and in secret."),
    Phase.SCORED: ("P5.2", "The game is scored: go on to the next one."),
    Phase.OVER: ("P4.2", "The match is over."),
}
"""What to say of an action that its phase has no room for."""


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, who is in a battle with it, or all who have to."""
    everybody = range(state.setup.seats)
    found: Mapping[Phase, Callable[[], Iterable[Seat | None]]] = {
        Phase.DEFEND: lambda: (battle_of(state).target,),
        Phase.COUNTER: lambda: (battle_of(state).behind,),
        Phase.BOARD: lambda: (left_of(state),),
        Phase.BUFFET: lambda: (seat for seat in everybody if state.chosen[seat] is None),
        Phase.SCORED: lambda: everybody,
        Phase.OVER: tuple,
    }
    seats = found.get(state.phase, lambda: (state.to_move,))()
    return frozenset(seat for seat in seats if seat is not None)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat may do, in the order of the rules, of the slots and of the cards.

    Of a large hand there may be more ways to lay cards down, which :func:`carry_out` takes too.
    """
    return tuple(_LEGAL[state.phase](state, seat)) if seat in to_act(state) else ()


def _takes(state: State, _: Seat) -> Iterator[Action]:
    if state.pair is not None:
        yield from map(Take, takeable(state.grid, state.pair))


def _fights(state: State, seat: Seat) -> Iterator[Action]:
    """Yield the attacks on each opponent, or on the board, and to pass."""
    hand, counts = cards_of(state.hands[seat]), [len(each) for each in state.hands]
    whom = targets(counts, seat, own_size=state.setup.options.own_size)
    ways = plays(hand) if whom else ()
    yield from (Attack(target, cards) for target in whom for cards in ways)
    if not whom:
        yield from map(BattleBoard, sorted(set(hand)))
    yield Pass()


def _counters(state: State, seat: Seat) -> Iterator[Action]:
    battle, hand = battle_of(state), cards_of(state.hands[seat])
    ways = singles if battle.target is None else plays
    yield from map(Counter, ways(hand, battle.laid(seat)))
    yield Decline()


_LEGAL: Final[Mapping[Phase, Callable[[State, Seat], Iterator[Action]]]] = {
    Phase.FLIP: lambda state, _: map(Flip, flippable(state.grid, state.up)),
    Phase.PAIR: lambda state, _: (Pair(*sorted(each)) for each in pairs(state.grid, state.up)),
    Phase.TAKE: _takes,
    Phase.POW: _fights,
    Phase.DEFEND: lambda state, seat: map(Defend, plays(cards_of(state.hands[seat]))),
    Phase.BOARD: lambda state, _: map(Flip, flippable(state.grid, battle_of(state).flipped)),
    Phase.COUNTER: _counters,
    Phase.BUFFET: lambda state, seat: map(LayDown, plays(cards_of(state.hands[seat]))),
    Phase.SCORED: lambda _state, _seat: iter((NextRound(),)),
    Phase.OVER: lambda _state, _seat: iter(()),
}


def carry_out(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return what an action leads to; raise :class:`IllegalActionError` if it is not legal."""
    if seat not in to_act(state) and state.phase is not Phase.OVER:
        if state.phase is Phase.BUFFET:
            raise not_your_turn("P5.3", "you have laid your cards down already, or you have none")
        raise not_your_turn("P1.3")
    done = _ACTIONS.get((state.phase, type(action)))
    if done is None:
        raise IllegalActionError(*_WANTED[state.phase])
    return done(state, seat, action)


def _next_round(state: State, _: Seat, __: NextRound) -> Step[State]:
    return next_round(state)


_ACTIONS: Final[Mapping[tuple[Phase, type[Action]], Callable[[State, Seat, Any], Step[State]]]] = {
    (Phase.FLIP, Flip): flip,
    (Phase.PAIR, Pair): pair,
    (Phase.TAKE, Take): take,
    (Phase.POW, Attack): attack,
    (Phase.POW, BattleBoard): battle_board,
    (Phase.POW, Pass): pass_turn,
    (Phase.DEFEND, Defend): defend,
    (Phase.BOARD, Flip): board_flip,
    (Phase.COUNTER, Counter): counter,
    (Phase.COUNTER, Decline): decline,
    (Phase.BUFFET, LayDown): lay_down,
    (Phase.SCORED, NextRound): _next_round,
}
"""What an action leads to in its phase, up to the next thing somebody has to decide."""
