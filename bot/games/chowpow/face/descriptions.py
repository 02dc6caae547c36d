"""What is told of each public event: in the log, in the sentence of its turn, and in the picture.

Nothing of it names a hidden card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import groupby
from typing import NamedTuple, TypeAlias

from bot.face.face import Scene, SeatSign
from bot.face.markdown import counted
from bot.face.names import IN_LINE, bold, listed
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    did,
    last_of,
    last_turn,
    of_round,
    scores,
)
from bot.game.contract import Seat
from bot.game.rounds import RoundEnded
from bot.games.chowpow.face.labels import card_words, cards_words, side_words
from bot.games.chowpow.rules import events as ev
from bot.games.chowpow.rules.cards import Card, Slot, total
from bot.games.chowpow.rules.hand import Battle
from bot.games.chowpow.rules.scoring import End
from bot.games.chowpow.rules.view import View

Seats: TypeAlias = Sequence[SeatSign]
Told: TypeAlias = Description[Card, Slot]


def phrases(events: Sequence[object], seats: Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; cards flipped one after the other are told together."""
    for kind, group in groupby(events, key=type):
        if kind is ev.Flipped:
            flips = [event for event in group if isinstance(event, ev.Flipped)]
            cards = [_cards(flip.card) for flip in flips]
            yield Phrase(flips[0].seat, f"flipped {listed(cards)}")
            continue
        for event in group:
            yield from describe(event, seats).phrases


def ended(end: End) -> str:
    """Return why a game ended (P4.1, P4.3)."""
    if end is End.DECK:
        return "the deck was empty and everyone had a last turn"
    return "everyone had all their turns"


@singledispatch
def describe(event: object, seats: Seats) -> Told:
    """Return all that is told of an event."""
    return of_round(event, seats)


@describe.register
def _round_started(event: ev.RoundStarted, seats: Seats) -> Told:
    begins = f"**Round {event.round}** begins."
    return Description(f"{begins} {bold(seats, event.starter)} starts.", (begins,))


@describe.register
def _turn_started(event: ev.TurnStarted, seats: Seats) -> Told:
    last = f"The last turn of {bold(seats, event.seat)}" if event.last else ""
    more = f"{bold(seats, event.seat)} has no cards and flips three slots"
    if event.flips > 2:
        line = f"{last}: with no cards, they flip three slots." if last else f"{more}."
        return Description(line)
    return Description(f"{last}." if last else "")


# Chow (section 2)


@describe.register
def _flipped(event: ev.Flipped, seats: Seats) -> Told:
    return Description(
        f"{bold(seats, event.seat)} flipped {event.slot}: {_cards(event.card)}.",
        play=LastPlay(event.seat, f"flipped {event.slot}: {card_words(event.card)}"),
        changed=(event.slot,),
    )


@describe.register
def _matched(event: ev.Matched, seats: Seats) -> Told:
    one, other = event.slots
    line, brief = f"has a match: {one} and {other}.", f"matched {one} and {other}"
    return did(seats, event.seat, "found a match", line, brief=brief, loud=True)


@describe.register
def _missed(event: ev.Missed, seats: Seats) -> Told:
    missed = "found no match"
    line = f"{missed}. The cards go face down again."
    return did(seats, event.seat, missed, line, brief=missed)


@describe.register
def _took(event: ev.Took, seats: Seats) -> Told:
    if event.slot is None:
        line = "has no slot next to the match and takes nothing."
        return did(seats, event.seat, "got no card for it", line, brief="took nothing")
    cards, slot = counted(event.cards, "card"), event.slot
    line, brief = f"took {slot}: {cards}.", f"took {slot}, {cards}"
    return did(seats, event.seat, f"took {cards}", line, brief=brief, changed=(slot,))


@describe.register
def _refilled(event: ev.Refilled, _seats: Seats) -> Told:
    if not event.slots:
        return Description()
    slots = listed([str(slot) for slot in event.slots])
    got = "gets a card" if len(event.slots) == 1 else "get a card each"
    line = f"From the deck {slots} {got}; {counted(event.deck, 'card')} left."
    return Description(line, changed=(*event.slots,))


@describe.register
def _last_turns(_event: ev.LastTurns, _seats: Seats) -> Told:
    return Description(
        "**The deck is empty!** After this turn, everyone has one more.",
        ("**The deck is empty:** everyone has one more turn.",),
    )


# Pow (section 3)


@describe.register
def _attacked(event: ev.Attacked, seats: Seats) -> Told:
    cards = _cards(*event.cards)
    whom = bold(seats, event.target, IN_LINE)
    return Description(
        f"**Pow!** {bold(seats, event.seat)} attacks {bold(seats, event.target)} with {cards}.",
        (Phrase(event.seat, f"attacked {whom} with {cards}", loud=True),),
        LastPlay(event.seat, f"attacked with {counted(len(event.cards), 'card')}"),
    )


@describe.register
def _board_attacked(event: ev.BoardAttacked, seats: Seats) -> Told:
    name, left = bold(seats, event.seat), bold(seats, event.left)
    return Description(
        f"**Pow!** {name} battles the board with {_cards(event.card)}; {left} flips for it.",
        (Phrase(event.seat, f"battled the board with {_cards(event.card)}", loud=True),),
        LastPlay(event.seat, f"battles the board with {card_words(event.card)}"),
    )


@describe.register
def _passed(event: ev.Passed, seats: Seats) -> Told:
    return did(seats, event.seat, "didn't battle", brief="didn't battle")


@describe.register
def _defended(event: ev.Defended, seats: Seats) -> Told:
    cards, brief = _cards(*event.cards), f"defended with {counted(len(event.cards), 'card')}"
    line = f"defends with {cards}."
    return did(seats, event.seat, f"defended with {cards}", line, brief=brief)


@describe.register
def _countered(event: ev.Countered, seats: Seats) -> Told:
    cards, brief = _cards(*event.cards), f"added {counted(len(event.cards), 'card')}"
    return did(seats, event.seat, f"added {cards}", f"was behind and adds {cards}.", brief=brief)


@describe.register
def _declined(event: ev.Declined, seats: Seats) -> Told:
    line, brief = "is behind and adds nothing.", "added nothing"
    return did(seats, event.seat, brief, line, brief=brief)


@describe.register
def _battle_ended(event: ev.BattleEnded, seats: Seats) -> Told:
    if event.winner is None:
        one, other = bold(seats, event.seat), bold(seats, event.target)
        return Description(
            f"A tie, {side_words(event.attack)} each: {one} and {other} keep their own cards "
            "as points.",
            ("The battle was a tie.",),
            LastPlay(event.seat, "battled for a tie"),
        )
    mine, other_side = event.attack, event.defence
    if event.winner != event.seat:
        mine, other_side = other_side, mine
    points = _points((*event.attack, *event.defence))
    against = f"{side_words(mine)} against {side_words(other_side)}"
    words, line = f"won the battle for {points}", f"wins the battle, {against}: {points}."
    return did(seats, event.winner, words, line, brief="won the battle", loud=True)


@describe.register
def _board_ended(event: ev.BoardEnded, seats: Seats) -> Told:
    against = f"{side_words(event.attack)} against {side_words(event.board)}"
    if event.won is None:
        return Description(
            f"A tie with the board, {against}: {bold(seats, event.seat)} keeps "
            f"{_points(event.attack)}.",
            (Phrase(event.seat, "tied with the board"),),
            LastPlay(event.seat, "battled for a tie"),
        )
    if event.won:
        points = _points((*event.attack, *event.board))
        words, line = f"beat the board for {points}", f"beats the board, {against}: {points}."
        return did(seats, event.seat, words, line, brief="won the battle", loud=True)
    lost = "lost to the board"
    return did(seats, event.seat, lost, f"loses to the board, {against}.", brief=lost)


@describe.register
def _shuffled_back(event: ev.ShuffledBack, _seats: Seats) -> Told:
    verb = "was" if event.cards == 1 else "were"
    return Description(f"{counted(event.cards, 'lost card')} {verb} shuffled into the deck.")


# The showdown (P5.3), and the end


@describe.register
def _showdown_started(event: ev.ShowdownStarted, seats: Seats) -> Told:
    names = listed([bold(seats, seat, IN_LINE) for seat in event.seats])
    return Description(f"**Showdown!** {names} lay cards down in secret.", ("**Showdown!**",))


@describe.register
def _chose(event: ev.Chose, seats: Seats) -> Told:
    laid = "laid cards for the showdown"
    return did(seats, event.seat, laid, f"has {laid}.", brief="has chosen")


@describe.register
def _showdown_ended(event: ev.ShowdownEnded, seats: Seats) -> Told:
    laid = "; ".join(
        f"{bold(seats, seat, IN_LINE)} {cards_words(cards)}"
        for seat, cards in enumerate(event.laid)
        if cards
    )
    first, *others = event.best
    names = listed([bold(seats, seat, IN_LINE) for seat in event.best])
    if others:
        return Description(
            f"Showdown: {laid}. A tie: {names} keep their own cards as points.",
            ("The showdown was a tie.",),
            LastPlay(first, f"and {counted(len(others), 'other')} tied"),
        )
    points = _points([card for cards in event.laid for card in cards])
    return Description(
        f"Showdown: {laid}. {names} takes all: {points}.",
        (Phrase(first, "won the showdown", loud=True),),
        LastPlay(first, "won the showdown"),
    )


@describe.register
def _round_ended(event: RoundEnded, seats: Seats) -> Told:
    result = event.result
    points = ", ".join(scores(seats, result.points))
    return Description(f"**Round {result.round}** is over, {ended(result.end)}: {points}.")


@describe.register
def _drew_for_tie(event: ev.DrewForTie, seats: Seats) -> Told:
    name = bold(seats, event.seat)
    return Description(f"{name} drew {_cards(event.card)} from {event.slot} to break the tie.")


def _cards(*cards: Card) -> str:
    return f"**{cards_words(cards)}**"


def _points(cards: Sequence[Card]) -> str:
    return counted(total(cards), "point")


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
