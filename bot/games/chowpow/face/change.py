"""What the last turn changed, read from public events: frames in pictures, and the last play."""

from collections.abc import Iterator, Sequence

from bot.face.face import Scene
from bot.face.numbers import counted
from bot.face.recent import LastPlay, last_of, last_turn
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import (
    Attacked,
    BattleEnded,
    BoardAttacked,
    BoardEnded,
    Chose,
    Countered,
    Declined,
    Defended,
    Flipped,
    Matched,
    Missed,
    Passed,
    Refilled,
    RoundStarted,
    ShowdownEnded,
    Took,
    TurnStarted,
)
from bot.games.chowpow.rules.grid import Slot
from bot.games.chowpow.rules.view import View

__all__ = ["changed_slots", "last_events", "last_play", "turned_down"]


def last_events(events: Sequence[object]) -> Sequence[object]:
    """Return the events of the last turn of this game in which somebody did something."""
    last = last_turn(events, TurnStarted)
    starts = [at for at, event in enumerate(last) if isinstance(event, RoundStarted)]
    return last[starts[-1] :] if starts else last


def changed_slots(scene: Scene[View]) -> frozenset[Slot]:
    """Return the slots to frame: the match, else open cards, else those of the last turn."""
    view = scene.view
    if view.pair is not None or view.up:
        return frozenset(view.pair or view.up)
    return frozenset(slot for event in last_events(scene.events) for slot in _changed(event))


def turned_down(view: View) -> frozenset[Slot]:
    """Return the slots flipped in this turn or the last one that are face down again (P2.4).

    People may look at the table once a turn, so these faces are shown for a whole turn.
    """
    seen = {flip.slot for flip in (*view.last_flips, *view.flips)}
    lying = (slot for slot in seen if view.slots[slot.place].face is not None)
    return frozenset(slot for slot in lying if not view.slots[slot.place].up)


def _changed(event: object) -> Iterator[Slot]:
    match event:
        case Flipped(slot=slot):
            yield slot
        case Took(slot=slot) if slot is not None:
            yield slot
        case Refilled(slots=slots):
            yield from slots


def last_play(events: Sequence[object]) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything."""
    return last_of(last_events(events), _play)


def _play(event: object) -> LastPlay[Card] | None:
    return _in_the_chow(event) or _in_battle(event)


def _in_the_chow(event: object) -> LastPlay[Card] | None:
    match event:
        case Flipped(seat=seat, slot=slot, card=card):
            return LastPlay(seat, f"flipped {slot}: {card}")
        case Matched(seat=seat, slots=slots):
            return LastPlay(seat, f"matched {slots[0]} and {slots[1]}")
        case Missed(seat=seat):
            return LastPlay(seat, "found no match")
        case Took(seat=seat, slot=slot, cards=cards):
            what = "took nothing" if slot is None else f"took {slot}, {counted(cards, 'card')}"
            return LastPlay(seat, what)
    return None


def _in_battle(event: object) -> LastPlay[Card] | None:
    play: LastPlay[Card] | None = None
    match event:
        case Attacked(seat=seat, cards=cards):
            play = LastPlay(seat, f"attacked with {counted(len(cards), 'card')}")
        case BoardAttacked(seat=seat, card=card):
            play = LastPlay(seat, f"battles the board with {card}")
        case Passed(seat=seat):
            play = LastPlay(seat, "didn't battle")
        case Defended(seat=seat, cards=cards):
            play = LastPlay(seat, f"defended with {counted(len(cards), 'card')}")
        case Countered(seat=seat, cards=cards):
            play = LastPlay(seat, f"added {counted(len(cards), 'card')}")
        case Declined(seat=seat):
            play = LastPlay(seat, "added nothing")
        case Chose(seat=seat):
            play = LastPlay(seat, "has chosen")
        case BattleEnded() | BoardEnded() | ShowdownEnded():
            play = _end(event)
    return play


def _end(event: BattleEnded | BoardEnded | ShowdownEnded) -> LastPlay[Card]:
    """Return the winner of a battle or showdown, nobody for a tie."""
    if isinstance(event, ShowdownEnded):
        first, *others = event.best
        tied = f"and {counted(len(others), 'other')} tied"
        return LastPlay(first, tied if others else "won the showdown")
    if isinstance(event, BattleEnded):
        won = event.winner is not None
        return LastPlay(event.seat if event.winner is None else event.winner, _ended(won=won))
    if event.won is False:
        return LastPlay(event.seat, "lost to the board")
    return LastPlay(event.seat, _ended(won=event.won is True))


def _ended(*, won: bool) -> str:
    return "won the battle" if won else "battled for a tie"
