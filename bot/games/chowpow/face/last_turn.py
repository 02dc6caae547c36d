"""The last turn, read from public events: what it changed, its battle, and its news."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.face.face import Scene
from bot.face.phrases import LastPlay, last_of, last_turn
from bot.game.contract import Seat
from bot.games.chowpow.face.descriptions import describe
from bot.games.chowpow.rules import events as ev
from bot.games.chowpow.rules.cards import Card, Slot
from bot.games.chowpow.rules.hand import Battle
from bot.games.chowpow.rules.view import View


def last_events(events: Sequence[object]) -> Sequence[object]:
    """Return the events of the last turn of this game in which someone did something."""
    last = last_turn(events, ev.TurnStarted)
    starts = [at for at, event in enumerate(last) if isinstance(event, ev.RoundStarted)]
    return last[starts[-1] :] if starts else last


def last_play(scene: Scene[View]) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything."""
    return last_of(last_events(scene.events), describe, scene.seats)


def news(scene: Scene[View]) -> Iterator[str]:
    """Yield a line for each battle that ended in the last turn."""
    for event in last_events(scene.events):
        if isinstance(event, ev.BattleEnded | ev.BoardEnded | ev.ShowdownEnded):
            yield describe(event, scene.seats).line


def changed_slots(scene: Scene[View]) -> frozenset[Slot]:
    """Return the slots to frame: the match, else open cards, else those of the last turn."""
    view = scene.view
    if view.pair is not None or view.up:
        return frozenset(view.pair or view.up)
    changed = (describe(event, scene.seats).changed for event in last_events(scene.events))
    return frozenset(slot for slots in changed for slot in slots)


def turned_down(view: View) -> frozenset[Slot]:
    """Return the slots flipped in this turn or the last one that are face down again (P2.4).

    People may look at the table once a turn, so these faces are shown for a whole turn.
    """
    seen = {flip.slot for flip in (*view.last_flips, *view.flips)}
    lying = (slot for slot in seen if view.slots[slot.place].face is not None)
    return frozenset(slot for slot in lying if not view.slots[slot.place].up)


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
    found = map(_fight_ended, reversed(last_events(scene.events)))
    return next((each for each in found if each is not None), None)


def _running(battle: Battle) -> Fight:
    sides = (Side(battle.attacker, battle.attack), Side(battle.target, battle.defence))
    return Fight("battle" if battle.target is not None else "battle with the board", sides)


def _fight_ended(event: object) -> Fight | None:
    match event:
        case ev.BattleEnded(
            seat=seat, target=target, attack=attack, defence=defence, winner=winner
        ):
            ahead = None if winner is None else winner == seat
            return _of_two(Side(seat, attack), Side(target, defence), ahead)
        case ev.BoardEnded(seat=seat, attack=attack, board=board, won=won):
            return _of_two(Side(seat, attack), Side(None, board), won)
        case ev.ShowdownEnded(laid=laid, best=best):
            sides = tuple(Side(seat, cards) for seat, cards in enumerate(laid) if cards)
            alone = next((side for side in sides if [side.seat] == [*best]), None)
            return Fight("last showdown", sides, alone, ended=True)
    return None


def _of_two(one: Side, other: Side, first: bool | None) -> Fight:  # noqa: FBT001 - or None
    """Return a finished battle of two; ``first`` is whether ``one`` has won, None for a tie."""
    best = None if first is None else one if first else other
    return Fight("last battle", (one, other), best, ended=True)
