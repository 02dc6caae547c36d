"""Making a puzzle of a decision that a review finds costly."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.face.markdown import bare
from bot.game.contract import Seat
from bot.game.record import Record
from bot.games.players import judge_name
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser
from bot.puzzle.judging import Fault, judged
from bot.puzzle.puzzle import FEWEST, MOST, Puzzle, id_of, position_of
from bot.review.decisions import Decision

__all__ = ["LONGEST", "MOST_SEATS", "NAMES", "PLAIN", "YOU", "made", "shown", "suits"]

MOST_SEATS: Final = 4
"""More hands are more than one likes to look at."""

PLAIN: Final[Mapping[str, Mapping[str, object]]] = {"chowpow": {"memory_aid": False}}
"""Options with which a picture of a View has all that the View knows, where others don't."""

MOST_ALIKE: Final = 2
"""How many choices are offered that are about equally good."""

LONGEST: Final = 80
"""The most characters of a choice: it is a button's label."""

YOU: Final = "You"
"""The name of the seat that has to decide."""

NAMES: Final = ("Mina", "Sam", "Ada", "Ben", "Zoe", "Tom", "Eva")
"""The names of the others, from the seat after it on."""


def suits(record: Record) -> bool:
    """Whether a match may have puzzles: a picture of one can be read, and tells all."""
    game = GAMES[record.game]
    chosen = game.options.model_validate(dict(record.options))
    plain = PLAIN.get(record.game, {}).items()
    few = len(record.seats) <= max(MOST_SEATS, game.seats.start)
    return few and all(getattr(chosen, name) == value for name, value in plain)


def made(
    record: Record, decision: Decision, judges: Sequence[AnyAdviser], since: int = 0
) -> Puzzle | Fault:
    """Make a puzzle of a record's decision, or say why not.

    The first judge says which choices are offered, and all of them what these are worth.
    """
    measure, first = decision.measure, decision.by(judges[0])
    offered = _offered(first)
    if fault := _at_once(first, len(offered)):
        return fault
    found = judged(decision.view, decision.legal, offered, judges, measure)
    if fault := found.fault(measure, measure.dear):
        return fault
    taken = next(each for each in found.choices if each.action == str(decision.chosen))
    if measure.loss(found.choices[0], taken) < measure.dear:
        return Fault.CHEAP
    until = shown(record, decision.ply, decision.seat)
    puzzle = Puzzle(
        id=id_of(until, decision.seat),
        since=since,
        seat=decision.seat,
        choices=found.choices,
        judge=judge_name(record.game),
        record=until,
    )
    return _unreadable(puzzle) or puzzle


def _offered(decision: Decision) -> Sequence[Any]:
    """Return the chosen action and the best others, only some of those that are about equal."""
    by_action = {each.action: each.prospect for each in decision.considered}
    others = [action for action in by_action if action != decision.chosen]
    kept = [decision.chosen]
    for action in others:
        worth = by_action[action]
        alike = sum(decision.measure.about_equal(worth, by_action[each]) for each in kept)
        if alike < MOST_ALIKE and len(kept) < MOST:
            kept.append(action)
    return kept


def _at_once(first: Decision, offered: int) -> Fault | None:
    """Say what the first judgement alone shows to be missing, which saves the others."""
    if offered < FEWEST:
        return Fault.FEW
    if first.loss < first.measure.dear:
        return Fault.CHEAP
    best, second = (each.prospect for each in first.considered[:2])
    return Fault.CLOSE if first.measure.ahead(best, second) < first.measure.clear else None


def shown(record: Record, ply: int, seat: Seat) -> Record:
    """Return a record up to a decision, without the players' names and the result."""
    played = {name.casefold() for name in record.seats}
    # Those of nobody who played come first.
    names = (YOU, *sorted(NAMES, key=lambda name: name.casefold() in played))
    count = len(record.seats)
    seats = tuple(names[(each - seat) % count] for each in range(count))
    return replace(record, seats=seats, actions=record.actions[:ply], outcome=None)


def _unreadable(puzzle: Puzzle) -> Fault | None:
    position = position_of(puzzle)
    texts = [bare(position.words(choice)) for choice in puzzle.choices]
    if len({*texts}) < len(texts):
        return Fault.ALIKE
    return Fault.LONG if max(map(len, texts)) > LONGEST else None
