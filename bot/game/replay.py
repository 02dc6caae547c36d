"""Replaying and verifying records: every position of the match, and its deal and scores."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from bot.game.contract import AnyGame, GameError, Outcome, Seat, check_seats
from bot.game.deck import Chance, ScriptedEventError
from bot.game.moves import Undoing
from bot.game.option_faults import options_of
from bot.game.record import Record, parse_record
from bot.game.record_lines import RecordError, shown
from bot.game.verdict import NIGHT_TITLE, NightRecord, night_verdict, parse_night_record, verdict


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match: after ``index`` actions, the last of which was ``action``."""

    index: int
    state: Any
    events: tuple[object, ...]
    seat: Seat | None = None
    action: Any = None


@dataclass(frozen=True, slots=True)
class _Watched(Chance):
    """Chance that remembers which events were used."""

    asked: set[tuple[int, str]] = field(default_factory=set, compare=False, repr=False)

    def _fixed(self, round_number: int, event: str) -> tuple[str, ...]:
        self.asked.add((round_number, event))
        return Chance._fixed(self, round_number, event)  # noqa: SLF001 - super() fails in a dataclass with slots


def game_of(record: Record, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return the record's game; :class:`RecordError` if it is not in the registry."""
    game = games.get(record.game)
    if game is None:
        sentence = f"There's no game “{shown(record.game)}” here."
        raise RecordError(sentence, record.lines.get("game"))
    return game


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Moment]:
    """Yield the positions from the deal on; :class:`RecordError` at an illegal action."""
    return _replay(record, game_of(record, games), record.chance)


def _replay(record: Record, game: AnyGame, chance: Chance) -> Iterator[Moment]:
    options = options_of(record, game)
    _check_seats(record, game)
    try:
        state, events = game.new(options, len(record.seats), chance)
    except ScriptedEventError as error:
        raise _misfit("The match can't be dealt", error, record) from None
    yield Moment(0, state, events)
    undoing = Undoing(game)
    for index, (seat, text) in enumerate(record.actions, 1):
        try:
            action = undoing.read(text)
            _check_seat(seat, record)
            state, events = undoing.step(state, seat, action)
        except ScriptedEventError as error:
            raise _misfit(f"Action {index} can't be carried out", error, record) from None
        except GameError as error:
            what = f"Action {index} (seat {seat}: {shown(text)})"
            line = record.lines.get(f"action {index}")
            raise RecordError(f"{what} isn't possible: {error}", line) from None
        yield Moment(index, state, events, seat, action)


def _check_seats(record: Record, game: AnyGame) -> None:
    if not record.seats:
        raise RecordError("The record has no line “seat 0:”.")
    try:
        check_seats(game, len(record.seats))
    except ValueError as error:
        line = record.lines.get(f"seat {len(record.seats) - 1}")
        raise RecordError(f"The match can't be dealt: {error}.", line) from None


def _check_seat(seat: Seat, record: Record) -> None:
    if not 0 <= seat < len(record.seats):
        raise GameError(f"There's no seat {seat}.")


def _misfit(what: str, error: ScriptedEventError, record: Record) -> RecordError:
    line = record.lines.get(f"order {error.round} {error.event}")
    return RecordError(f"{what}: {error}.", line)


def verify(record: Record, games: Mapping[str, AnyGame]) -> Moment:
    """Replay a record to its end and compare the result; return the last position.

    Raises :class:`RecordError` on the first illegal action, wrong score or unused ``order``.
    """
    game = game_of(record, games)
    chance = _Watched(record.secret, record.cuts, record.fixed)
    *_, last = _replay(record, game, chance if record.fixed else record.chance)
    for number, event, _ in record.fixed:
        if (number, event) not in chance.asked:
            sentence = "This order is never used in the match."
            raise RecordError(sentence, record.lines.get(f"order {number} {event}"))
    if record.outcome is not None:
        outcome = game.outcome(last.state)
        if outcome is None:
            sentence = "The record has a result, but its match goes on."
            raise RecordError(sentence, record.lines.get("result"))
        _compare(record, record.outcome, outcome)
    return last


def _compare(record: Record, told: Outcome, found: Outcome) -> None:
    """Raise :class:`RecordError` at the first difference."""
    rounds = zip_longest(told.rounds, found.rounds)
    claims = [(f"round {number}", *points) for number, points in enumerate(rounds, 1)]
    claims += [("scores", told.scores, found.scores), ("ranks", told.ranks, found.ranks)]
    for name, claimed, true in claims:
        if claimed is None:
            raise RecordError(f"The record has no line “{name}:”.")
        if true is None:
            raise RecordError(f"The match has no {name}.", record.lines.get(name))
        if claimed != true:
            what = "points" if name.startswith("round") else name
            sentence = f"The {what} should be {_words(true)}, but the record has {_words(claimed)}."
            raise RecordError(sentence, record.lines.get(name))
    if told.reason != found.reason:
        raise RecordError(f"The result should be “{found.reason}”.", record.lines.get("result"))


def _words(points: Sequence[int]) -> str:
    return shown(" ".join(map(str, points))) or "nothing"


def check_record(
    text: str,
    games: Mapping[str, AnyGame],
    spelt: Callable[[str], str] = str,
    where: str = "",
    night: NightRecord | None = None,
) -> str:
    """Parse and verify a record, of a match or of a night; return what is proved.

    With ``night``, a match's secret has to follow from that night's. Raises :class:`RecordError`.
    The rest is as for :func:`bot.game.verdict.verdict`.
    """
    if text.removeprefix("\ufeff").partition("\n")[0].strip() == NIGHT_TITLE:
        return night_verdict(parse_night_record(text), spelt=spelt)
    record = parse_record(text)
    last, game = verify(record, games), game_of(record, games)
    if night is not None and not night.proves(record):
        raise RecordError("This isn't the secret that follows from the night's secret.")
    outcome = game.outcome(last.state)
    return verdict(record, game.title, outcome, spelt=spelt, where=where, night=night)


def position_at(record: Record, index: int | None, games: Mapping[str, AnyGame]) -> Moment:
    """Return the position after ``index`` actions (None: all); :class:`RecordError` if none."""
    last = len(record.actions) if index is None else index
    for moment in replay(record, games):
        if moment.index == last:
            return moment
    raise RecordError(
        f"The record has {len(record.actions)} actions, so there's no action {index}."
    )
