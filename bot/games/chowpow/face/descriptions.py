"""What is told of each public event in log, turn and picture: nothing that names a hidden card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeAlias

from bot.face.face import Scene, SeatSign
from bot.face.markdown import IN_LINE, counted
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    bold,
    did,
    last_of,
    last_turn,
    listed,
    of_round,
    scores,
)
from bot.game.contract import Seat
from bot.game.rounds import Declined, RoundEnded
from bot.games.chowpow.face.labels import card_words, cards_words, side_words
from bot.games.chowpow.rules import view as ev
from bot.games.chowpow.rules.cards import Card, Slot, total
from bot.games.chowpow.rules.view import End, View

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
    return "the deck was empty" if end is End.DECK else "all turns were played"


def describe(event: object, seats: Seats) -> Told:  # noqa: C901, PLR0911 - an event each
    """Return all that is told of an event; first those of Chow (section 2), and of a game."""
    match event:
        case ev.RoundStarted(round_, starter):
            begins = f"**Round {round_}** begins."
            return Description(f"{begins} {bold(seats, starter)} starts.", (begins,))
        case ev.TurnStarted(seat, flips, last):
            lines = [f"This is {bold(seats, seat)}'s last turn."] * last
            if flips > 2:
                lines.append(f"{bold(seats, seat)} has no cards and flips three slots.")
            return Description(" ".join(lines))
        case ev.Flipped(seat, slot, card):
            return Description(
                f"{bold(seats, seat)} flipped {slot}: {_cards(card)}.",
                play=LastPlay(seat, f"flipped {slot}: {card_words(card)}"),
                changed=(slot,),
            )
        case ev.Matched(seat, (one, other)):
            line, brief = f"has a match: {one} and {other}.", f"matched {one} and {other}"
            return did(seats, seat, "found a match", line, brief=brief, loud=True)
        case ev.Missed(seat):
            return did(seats, seat, "found no match", brief="found no match")
        case ev.Took(seat, None):
            line = "finds nothing to take next to the match."
            return did(seats, seat, "got no card for it", line, brief="took nothing")
        case ev.Took(seat, Slot() as slot, count):
            took, line = f"took {counted(count, 'card')}", f"took {slot}: {counted(count, 'card')}."
            brief = f"took {slot}, {counted(count, 'card')}"
            return did(seats, seat, took, line, brief=brief, changed=(slot,))
        case ev.Refilled(slots, deck) if slots:
            filled = f"The deck refills {listed([*map(str, slots)])}"
            return Description(f"{filled}; {counted(deck, 'card')} left.", changed=slots)
        case ev.LastTurns():
            line = "**The deck is empty:** everyone has one more turn."
            return Description(line, (line,))
        case RoundEnded(result):
            points = ", ".join(scores(seats, result.points))
            return Description(f"**Round {result.round}** is over, {ended(result.end)}: {points}.")
        case ev.DrewForTie(seat, slot, card):
            line = f"drew {_cards(card)} from {slot} to break the tie."
            return Description(f"{bold(seats, seat)} {line}")
    return _describe_pow(event, seats)


def _describe_pow(event: object, seats: Seats) -> Told:  # noqa: PLR0911 - as above
    """Describe the events of battles (section 3)."""
    match event:
        case ev.Attacked(seat, target, cards):
            words = f"attacked {bold(seats, target, IN_LINE)} with {_cards(*cards)}"
            attacks = f"{bold(seats, seat)} attacks {bold(seats, target)} with {_cards(*cards)}."
            return Description(
                f"**Pow!** {attacks}",
                (Phrase(seat, words, loud=True),),
                LastPlay(seat, f"attacked with {counted(len(cards), 'card')}"),
            )
        case ev.BoardAttacked(seat, left, card):
            battles = f"{bold(seats, seat)} battles the board with {_cards(card)}"
            return Description(
                f"**Pow!** {battles}; {bold(seats, left)} flips for it.",
                (Phrase(seat, f"battled the board with {_cards(card)}", loud=True),),
                LastPlay(seat, f"battles the board with {card_words(card)}"),
            )
        case ev.Passed(seat):
            return did(seats, seat, "didn't battle", brief="didn't battle")
        case ev.Defended(seat, cards):
            words, line = f"defended with {_cards(*cards)}", f"defends with {_cards(*cards)}."
            brief = f"defended with {counted(len(cards), 'card')}"
            return did(seats, seat, words, line, brief=brief)
        case ev.Countered(seat, cards):
            words, brief = f"added {_cards(*cards)}", f"added {counted(len(cards), 'card')}"
            line = f"adds {_cards(*cards)}."
            return did(seats, seat, words, line, brief=brief)
        case Declined(seat):
            return did(seats, seat, "added nothing", brief="added nothing")
        case ev.ShuffledBack(count):
            return Description(f"{counted(count, 'lost card')} shuffled into the deck.")
    return _describe_end(event, seats)


def _describe_end(event: object, seats: Seats) -> Told:  # noqa: PLR0911 - as above
    """Describe the ends of battles, and the showdown (P5.3)."""
    match event:
        case ev.BattleEnded(seat, target, attack, _, None):
            both = f"{bold(seats, seat)} and {bold(seats, target)}"
            return Description(
                f"{both} tie with {side_words(attack)}. Each scores their own cards.",
                ("The battle was a tie.",),
                LastPlay(seat, "battled for a tie"),
            )
        case ev.BattleEnded(seat, _, attack, defence, int(winner)):
            sides = (attack, defence) if winner == seat else (defence, attack)
            points, against = _points((*attack, *defence)), " against ".join(map(side_words, sides))
            words, line = f"won the battle for {points}", f"wins the battle, {against}: {points}."
            return did(seats, winner, words, line, brief="won the battle", loud=True)
        case ev.BoardEnded(seat, attack, board, won):
            against = f"{side_words(attack)} against {side_words(board)}"
            if won is None:
                who, points = bold(seats, seat), _points(attack)
                return Description(
                    f"{who} ties with the board, {against}, and keeps {points}.",
                    (Phrase(seat, "tied with the board"),),
                    LastPlay(seat, "battled for a tie"),
                )
            points, lost = _points((*attack, *board)), "lost to the board"
            words, line = f"beat the board for {points}", f"beats the board, {against}: {points}."
            if won:
                return did(seats, seat, words, line, brief="won the battle", loud=True)
            return did(seats, seat, lost, f"loses to the board, {against}.", brief=lost)
        case ev.ShowdownStarted(those):
            names = listed([bold(seats, seat, IN_LINE) for seat in those])
            line = f"**Showdown!** {names} lay cards in secret."
            return Description(line, ("**Showdown!**",))
        case ev.Chose(seat):
            laid = "laid cards for the showdown"
            return did(seats, seat, laid, f"has {laid}.", brief="has chosen")
        case ev.ShowdownEnded(laid, best):
            return _showdown(laid, best, seats)
    return of_round(event, seats)


def _showdown(laid: Sequence[Sequence[Card]], best: Sequence[Seat], seats: Seats) -> Told:
    told = "; ".join(
        f"{bold(seats, seat, IN_LINE)} {cards_words(cards)}"
        for seat, cards in enumerate(laid)
        if cards
    )
    first, *others = best
    names = listed([bold(seats, seat, IN_LINE) for seat in best])
    if others:
        return Description(
            f"Showdown: {told}. {names} tie, and each scores their own cards.",
            ("The showdown was a tie.",),
            LastPlay(first, f"and {counted(len(others), 'other')} tied"),
        )
    points = _points([card for cards in laid for card in cards])
    return Description(
        f"Showdown: {told}. {names} takes all: {points}.",
        (Phrase(first, "won the showdown", loud=True),),
        LastPlay(first, "won the showdown"),
    )


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


def news(scene: Scene[View], seat: Seat, *, brief: bool = False) -> list[str]:
    """Tell how a seat's battles ended, until its next turn is over: first those of others."""
    past = reversed(scene.past)
    told = [each for event in past for each in _fought(scene, event, seat, brief=brief)]
    return [words for mine in (False, True) for own, words in told if own == mine]


def _fought(
    scene: Scene[View], event: object, seat: Seat, *, brief: bool
) -> Iterator[tuple[bool, str]]:
    """Yield whether a battle was that seat's own attack, and how it ended."""
    match event:
        case ev.BattleEnded(first, other, attack, defence, winner) if seat in (first, other):
            won, mine = None if winner is None else winner == seat, first == seat
            name = bold(scene.seats, other if mine else first, IN_LINE)
            yield mine, _result(name, attack, defence, won=won)
        case ev.BoardEnded(first, attack, board, won) if seat == first:
            yield True, _result("the board", attack, board, won=won)
        case ev.ShowdownEnded(laid, best) if laid[seat]:
            who = "You" if seat == best[0] else bold(scene.seats, best[0], IN_LINE)
            told = f"{who} won the showdown." if len(best) == 1 else "The showdown was a tie."
            yield False, told if brief else describe(event, scene.seats).line


def _result(other: str, one: Sequence[Card], two: Sequence[Card], *, won: bool | None) -> str:
    """Tell the end of a battle to one of its sides, with what decided it (P3.4)."""
    if won is None:
        return f"Your battle with {other} was a tie."
    same = len(one) == len(two)
    most, least = sorted(map(total if same else len, (one, two)), reverse=True)
    by = f"{most} to {least}" if same else f"{counted(most, 'card')} to {least}"
    return f"{f'You beat {other}' if won else f'{other[:1].upper()}{other[1:]} beat you'}, {by}."


def changed_slots(scene: Scene[View]) -> frozenset[Slot]:
    """Return the slots to frame: the match, else open cards, else those of the last turn."""
    view = scene.view
    if view.pair is not None or view.up:
        return frozenset(view.pair or view.up)
    changed = (describe(event, scene.seats).changed for event in last_events(scene.events))
    return frozenset(slot for slots in changed for slot in slots)


def turned_down(view: View) -> frozenset[Slot]:
    """Return the slots of this turn's and the last one's flips that are face down again (P2.4)."""
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
    if (battle := scene.view.battle) is not None:
        sides = (Side(battle.attacker, battle.attack), Side(battle.target, battle.defence))
        return Fight("battle" if battle.target is not None else "battle with the board", sides)
    found = map(_fight_ended, reversed(last_events(scene.events)))
    return next((each for each in found if each is not None), None)


def _fight_ended(event: object) -> Fight | None:
    match event:
        case ev.BattleEnded(seat, target, attack, defence, winner):
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
