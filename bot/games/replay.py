"""Replaying records: every position on the way, and the proof that deal and scores are right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pydantic import ValidationError

from bot.games.game import AnyGame, GameError, Outcome, Seat
from bot.games.record import Record, RecordError, parse_record

__all__ = ["Moment", "check_record", "game_of", "position_at", "replay", "verify"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match: after ``index`` actions, the last of which was ``action``."""

    index: int
    state: Any
    events: tuple[object, ...]
    seat: Seat | None = None
    action: Any = None


def game_of(record: Record, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return the record's game; :class:`RecordError` if it is not played here."""
    game = games.get(record.game)
    if game is None:
        raise RecordError(f"There is no game “{record.game}” here.")
    return game


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Moment]:
    """Yield the dealt position and the one after each action.

    Raises :class:`RecordError` on reaching the first action that is not legal.
    """
    game = game_of(record, games)
    try:
        options = game.options.model_validate(dict(record.options))
        state, events = game.new(options, len(record.seats), record.chance)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        option = f"option {'.'.join(map(str, fault['loc'][:1]))}"
        sentence = f"The options do not fit: {option}, {fault['msg']}."
        raise RecordError(sentence, record.lines.get(option)) from None
    except ValueError as error:
        raise RecordError(f"The match cannot be dealt: {error}.") from None
    yield Moment(0, state, events)
    for index, (seat, text) in enumerate(record.actions, 1):
        line = record.lines.get(f"action {index}")
        try:
            action = game.parse(text)
            state, events = game.apply(state, seat, action)
        except GameError as error:
            what = f"Action {index} (seat {seat}: {text})"
            raise RecordError(f"{what} is not possible: {error}", line) from None
        except ValueError as error:
            raise RecordError(f"Action {index} cannot be carried out: {error}.", line) from None
        yield Moment(index, state, events, seat, action)


def verify(record: Record, games: Mapping[str, AnyGame]) -> Moment:
    """Replay a record to its end and compare the result; return the last position.

    Raises :class:`RecordError` on the first illegal action or wrong score.
    """
    last = position_at(record, None, games)
    if record.outcome is not None:
        outcome = game_of(record, games).outcome(last.state)
        if outcome is None:
            raise RecordError("The record has a result, but its match goes on.")
        _compare(record, record.outcome, outcome)
    return last


def _compare(record: Record, told: Outcome, found: Outcome) -> None:
    """Raise :class:`RecordError` at the first thing that the record tells wrongly."""
    rounds = zip_longest(told.rounds, found.rounds, fillvalue=())
    claims = [(f"round {number}", *points) for number, points in enumerate(rounds, 1)]
    claims += [("scores", told.scores, found.scores), ("ranks", told.ranks, found.ranks)]
    for name, claimed, true in claims:
        if claimed != true:
            sentence = f"The {name} should be {_words(true)}, but the record has {_words(claimed)}."
            raise RecordError(sentence, record.lines.get(name))
    if told.reason != found.reason:
        raise RecordError(f"The result should be “{found.reason}”.", record.lines.get("result"))


def _words(points: Sequence[int]) -> str:
    return " ".join(map(str, points)) or "nothing"


def check_record(text: str, games: Mapping[str, AnyGame]) -> str:
    """Read and verify a record; return in words what was proved, or raise :class:`RecordError`."""
    record = parse_record(text)
    last = verify(record, games)
    game = game_of(record, games)
    deal = (
        "Its deal was scripted, so nothing is said about the shuffle."
        if record.fixed
        else "Every shuffle and draw follows from the secret, which fits the commitment "
        f"{record.commitment}, and the cuts."
    )
    if record.outcome is None:
        end = "The match is not finished."
    else:
        end = f"Scores: {' '.join(map(str, record.outcome.scores))}, as the rules count them."
    return f"{game.title}: all {last.index} actions are legal. {deal} {end}"


def position_at(record: Record, index: int | None, games: Mapping[str, AnyGame]) -> Moment:
    """Return the position after ``index`` actions, the last one for None; ``RecordError``."""
    last = len(record.actions) if index is None else index
    for moment in replay(record, games):
        if moment.index == last:
            return moment
    raise RecordError(f"The record has {len(record.actions)} actions: there is no {index}.")
