"""Actions of the rules, made at the fast twin."""

from bot.game.contract import Seat
from bot.games.chowpow.kai.twin import Twin, coded
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
from bot.games.chowpow.rules.state import Phase

__all__ = ["act"]


def act(twin: Twin, seat: Seat, action: Action) -> None:
    """Make a legal action of a seat; ``ValueError`` for one that does not belong to a game."""
    match action:
        case Flip() | Pair() | Take():
            _on_the_grid(twin, action)
        case Attack(target, cards):
            twin.lay(target, [*map(coded, cards)])
        case BattleBoard(card):
            twin.board(coded(card))
        case Pass():
            twin.end_turn()
        case Defend(cards):
            twin.defend([*map(coded, cards)])
        case Counter(cards):
            twin.counter([*map(coded, cards)])
        case Decline():
            twin.end_battle()
        case LayDown(cards):
            twin.lay_down(seat, [*map(coded, cards)])
        case _:
            raise ValueError(f"{action} isn't an action of a game in play")


def _on_the_grid(twin: Twin, action: Flip | Pair | Take) -> None:
    match action:
        case Flip(slot) if twin.phase is Phase.BOARD:
            twin.board_flip(slot.place)
        case Flip(slot):
            twin.flip(slot.place)
        case Pair(first, second):
            # The twin covers a match in the order flipped (P2.5).
            one, two = sorted((first.place, second.place), key=twin.up.index)
            twin.match((one, two))
        case Take(slot):
            twin.take(slot.place)
