"""The battle or showdown to display: the present one, or the last that ended."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.face.face import Scene
from bot.game.contract import Seat
from bot.games.chowpow.face.change import last_events
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import BattleEnded, BoardEnded, ShowdownEnded
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.view import View

__all__ = ["Fight", "Side", "fight"]


class Side(NamedTuple):
    """The cards laid by a seat, or by the board (``seat`` is None)."""

    seat: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Fight:
    """All sides of a battle, and its result."""

    title: str
    sides: tuple[Side, ...]
    winner: Side | None = None
    """The winner; None while it goes on, and for a tie."""
    ended: bool = False


def fight(scene: Scene[View]) -> Fight | None:
    """Return the present battle, else the one that ended in the last turn, if any."""
    battle = scene.view.battle
    if battle is not None:
        return _running(battle)
    found = map(_ended, reversed(last_events(scene.events)))
    return next((each for each in found if each is not None), None)


def _running(battle: Battle) -> Fight:
    sides = (Side(battle.attacker, battle.attack), Side(battle.target, battle.defence))
    return Fight("battle" if battle.target is not None else "battle with the board", sides)


def _ended(event: object) -> Fight | None:
    match event:
        case BattleEnded(seat=seat, target=target, attack=attack, defence=defence, winner=winner):
            ahead = None if winner is None else winner == seat
            return _of_two(Side(seat, attack), Side(target, defence), ahead)
        case BoardEnded(seat=seat, attack=attack, board=board, won=won):
            return _of_two(Side(seat, attack), Side(None, board), won)
        case ShowdownEnded(laid=laid, best=best):
            sides = tuple(Side(seat, cards) for seat, cards in enumerate(laid) if cards)
            alone = next((side for side in sides if [side.seat] == [*best]), None)
            return Fight("last showdown", sides, alone, ended=True)
    return None


def _of_two(one: Side, other: Side, first: bool | None) -> Fight:  # noqa: FBT001 - or None
    """Return a finished battle of two; ``first`` is whether ``one`` has won, None for a tie."""
    best = None if first is None else one if first else other
    return Fight("last battle", (one, other), best, ended=True)
