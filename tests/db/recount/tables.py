"""Counts again how tables ended and where everyone at a night stands, from the rows of their logs.

Tables are replayed by the rules of their games alone, standings are counted as for an export
(:mod:`tests.db.recount.night`).
"""

import hmac
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import AnyGame
from bot.game.deck import Chance
from bot.game.moves import Undoing
from db.schema import log, night_log, night_people, nights
from db.storage import Storage
from tests.db.recount.night import Night, Place
from tests.db.rows import named_rows
from tests.tables.house import GAMES

Entry: TypeAlias = Mapping[str, Any]
"""An entry of a log, as JSON."""

Event: TypeAlias = Mapping[str, Any]
"""An event of a night's log, as JSON."""

COMING: Final = frozenset({"joined", "came back"})
"""The kinds of events by which someone is in."""


class TableLog(NamedTuple):
    """What is stored of a table."""

    id: str
    entries: Sequence[Entry]

    def of(self, kind: str) -> Sequence[Entry]:
        return [entry for entry in self.entries if entry["kind"] == kind]

    @property
    def setup(self) -> Entry:
        setup: Entry = self.entries[0]["setup"]
        return setup

    @property
    def users(self) -> Sequence[int]:
        """The owner of each seat; 0 for Kai. Empty before the match."""
        seats = (seat for started in self.of("started") for seat in started["seats"])
        return [seat["person"]["id"] if "person" in seat else 0 for seat in seats]


class NightRow(NamedTuple):
    """What is stored of a night."""

    id: str
    game: str
    starts_at: int
    closed: bool
    users: Sequence[int]
    """By number."""
    events: Sequence[Event]
    times: Sequence[int]

    @property
    def form(self) -> str:
        return str(self.events[0]["form"])

    @property
    def rounds(self) -> Sequence[Event]:
        return [event for event in self.events if event["kind"] == "round seated"]


class Moment(NamedTuple):
    """An entry, with whose turn it was before and is afterwards."""

    entry: Entry
    turn: int
    """0 before the match."""
    to_act: frozenset[int]
    next_turn: int
    position: Any
    between: bool
    """Whether it was between two rounds, where nobody has a turn."""


class Result(NamedTuple):
    """How a table ended, as far as it has."""

    ranks: Mapping[int, int] | None
    """By user; None if the match was not finished."""
    away: frozenset[int]
    """The users who left or were away at the end, or of whose turns Kai played more than half."""
    removed: frozenset[int]
    """The users who were removed before they had played half of their turns."""
    held: frozenset[int]
    """The users for whom Kai played at the end, and whom nobody removed."""
    closed: tuple[str, int] | None
    """Why and when."""
    scores: Sequence[tuple[int, int]] = ()
    """The user of each seat, 0 for Kai, and its result, the better the higher."""


class Course:
    """A night after some of its events. Rounds are numbered from 1, tables from 0."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.here: set[int] = set()
        self.rounds: list[Event] = []
        self.ends: dict[tuple[int, int], frozenset[int] | None] = {}
        """By table: who was away from one that was given up; None for one that finished."""
        for event in events:
            self._take_in(event)

    def is_over(self, number: int) -> bool:
        """Whether all tables of a round have finished or were given up."""
        return all(
            (number, at) in self.ends for at in range(len(self.rounds[number - 1]["tables"]))
        )

    def _take_in(self, event: Event) -> None:
        match event["kind"]:
            case "joined" | "came back":
                self.here.add(event["person"])
            case "left":
                self.here.discard(event["person"])
            case "round seated":
                self.rounds.append(event)
            case "table finished":
                self.ends[event["round"], event["table"]] = None
            case "table given up":
                self.ends[event["round"], event["table"]] = frozenset(event["away"])
            case "night closed":
                self._close()

    def _close(self) -> None:
        """Give up what still plays; who is not here is away."""
        for number, seated in enumerate(self.rounds, 1):
            for at, people in enumerate(seated["tables"]):
                self.ends.setdefault((number, at), frozenset(people) - self.here)


def held_at(log: TableLog) -> dict[int, str]:
    """Return the users for whom Kai plays in the end, and why."""
    held: dict[int, str] = {}
    for entry in log.entries:
        if entry["kind"] == "handed over":
            held[log.users[entry["seat"]]] = entry.get("because", "left")
        elif entry["kind"] == "returned":
            held.pop(log.users[entry["seat"]], None)
    return held


def moments(log: TableLog) -> Iterator[Moment]:
    """Yield each entry; raises ``GameError`` at an action that is not legal."""
    game = GAMES[log.setup["game"]]
    undoing, position = Undoing(game), None
    for entry in log.entries:
        turn, to_act, between = _at(game, position)
        if entry["kind"] == "started":
            options = game.options.model_validate(log.setup["options"])
            chance = Chance(bytes.fromhex(log.entries[0]["secret"]), tuple(entry["cuts"]))
            position, _ = game.new(options, len(entry["seats"]), chance)
        elif entry["kind"] == "acted":
            action = undoing.read(entry["action"])
            position, _ = undoing.step(position, entry["seat"], action)
        yield Moment(entry, turn, to_act, _at(game, position)[0], position, between)


def _at(game: AnyGame, position: object) -> tuple[int, frozenset[int], bool]:
    if position is None:
        return 0, frozenset(), False
    stage = game.stage(position)
    return stage.turn, game.to_act(position), stage.paused


def result_of(log: TableLog) -> Result:  # noqa: C901 - one for each kind
    users = log.users
    turns: defaultdict[int, list[int]] = defaultdict(list)
    by_kai: defaultdict[int, set[int]] = defaultdict(set)
    late: dict[int, int] = {}
    closed: tuple[str, int] | None = None
    ranks: Mapping[int, int] | None = None
    scores: Sequence[tuple[int, int]] = ()
    hurried = False
    for entry, turn, _, _, position, between in moments(log):
        match entry["kind"]:
            case "acted" if not hurried and not between:
                turns[entry["seat"]].append(turn)
                if entry.get("by") == "kai":
                    by_kai[entry["seat"]].add(turn)
            case "hurried":
                hurried = True
            case "timed out":
                late[entry["seat"]] = entry["turn"]
            case "closed":
                closed = entry["because"], entry["at"]
                if entry["because"] == "finished":
                    ranks, scores = _outcome(log, position)
    held = held_at(log)
    away, removed = set[int](), set[int]()
    for seat, user in enumerate(users):
        few = 2 * len(by_kai[seat]) > len({*turns[seat]})
        because = held.get(user)
        if because == "kicked":
            removed |= {user} if few else set()
        elif few or (because and (hurried or _missed(because, turns, by_kai, late, seat))):
            away.add(user)
    return Result(
        ranks,
        frozenset(away - {0}),
        frozenset(removed),
        frozenset(user for user, why in held.items() if why != "kicked"),
        closed,
        scores,
    )


def _missed(
    because: str,
    turns: Mapping[int, Sequence[int]],
    by_kai: Mapping[int, set[int]],
    late: Mapping[int, int],
    seat: int,
) -> bool:
    """Whether someone who went was missed: Kai had a turn of theirs, or they had none."""
    if not turns[seat]:
        return True
    last = turns[seat][-1]
    return last in by_kai[seat] and not (because == "away" and late.get(seat) == last)


def _outcome(
    log: TableLog,
    position: Any,  # noqa: ANN401 - of any game
) -> tuple[Mapping[int, int], Sequence[tuple[int, int]]]:
    """Return the rank of each user among the people, and the result of each seat."""
    game = GAMES[log.setup["game"]]
    outcome = game.outcome(position)
    if outcome is None:
        raise ValueError(f"table {log.id} is closed as finished, and is not")
    users, lowest = log.users, game.scoring.best == "lowest"
    found = {user: rank for user, rank in zip(users, outcome.ranks, strict=True) if user}
    ranks = {
        user: 1 + sum(other < rank for other in found.values()) for user, rank in found.items()
    }
    return ranks, [
        (user, -score if lowest else score)
        for user, score in zip(users, outcome.scores, strict=True)
    ]


def table_name(night: NightRow, number: int, at: int) -> str:
    """Return the id that a table must have, by the round, from 1, and its place in it."""
    opened = night.events[0]
    if not opened.get("keyed"):
        return sha256(f"night {night.id} {number} {at}".encode()).hexdigest()[:10]
    seed = bytes.fromhex(opened["seed"])
    return hmac.digest(seed, f"table {number} {at}".encode(), "sha256").hex()[:10]


async def read_nights(storage: Storage) -> Mapping[str, NightRow]:
    people = sorted(await named_rows(storage, night_people), key=attrgetter("night", "number"))
    events = sorted(await named_rows(storage, night_log), key=attrgetter("night", "seq"))
    return {
        row.id: NightRow(
            *(row.id, json.loads(row.setup)["game"], row.starts_at, row.closed),
            [one.user_id for one in people if one.night == row.id],
            [json.loads(one.body) for one in events if one.night == row.id],
            [one.at for one in events if one.night == row.id],
        )
        for row in await named_rows(storage, nights)
    }


async def read_logs(storage: Storage) -> Mapping[str, TableLog]:
    rows = sorted(await named_rows(storage, log), key=attrgetter("table_id", "seq"))
    return {
        name: TableLog(name, [json.loads(row.body) for row in found])
        for name, found in groupby(rows, attrgetter("table_id"))
    }


async def recount_of(storage: Storage, night: str) -> Night:
    """Count a night again, from its rows and the logs of all tables."""
    row, logs = (await read_nights(storage))[night], await read_logs(storage)
    results = {name: result_of(log) for name, log in logs.items()}
    return Night(row.form, places(row, Course(row.events), results))


def places(
    night: NightRow, course: Course, results: Mapping[str, Result], held: Collection[int] = ()
) -> Sequence[Place]:
    """Return where everyone was in each round that counts; people are numbered from 1 there."""
    return [
        place
        for number in range(1, len(course.rounds) + 1)
        if night.form != "duplicate" or (number not in held and course.is_over(number))
        for place in _places(night, course, number, results)
    ]


def people_of(course: Course) -> set[int]:
    return course.here.union(*(_seated(one).union(one["byes"]) for one in course.rounds))


def _seated(one: Event) -> set[int]:
    return {who for table in one["tables"] for who in table}


def _places(
    night: NightRow, course: Course, number: int, results: Mapping[str, Result]
) -> Iterator[Place]:
    """Yield where everyone was in a round, and Kai's seats."""
    seated = course.rounds[number - 1]
    for at in range(len(seated["tables"])):
        yield from _places_at(night, course, (number, at), results)
    for who in people_of(course) - _seated(seated):
        was = "bye" if who in seated["byes"] else "not seated"
        yield Place(number, who + 1, 0, was, "played", 0, 0, 0, None)


def _places_at(
    night: NightRow, course: Course, at: tuple[int, int], results: Mapping[str, Result]
) -> Iterator[Place]:
    """Yield where people were at a table, by the log of the night and the result of its own."""
    result, number, place = results.get(table_name(night, *at)), *at
    ranks = {} if result is None or result.ranks is None else dict(result.ranks)
    users = {night.users[who]: who for who in course.rounds[number - 1]["tables"][place]}
    away = {night.users[who] for who in course.ends.get(at) or ()}
    removed, was = frozenset[int](), "playing"
    scores: Sequence[tuple[int, int]] = ()
    if at in course.ends:
        was = "given up"
        if result and course.ends[at] is None and {*ranks} == {*users}:
            was, away, removed, scores = "finished", {*result.away}, result.removed, result.scores
    seats = {user: (seat, score) for seat, (user, score) in enumerate(scores)}
    for user, who in users.items():
        judged = "gone" if user in away else "absent" if user in removed else "played"
        rank = ranks.get(user, 0) if was == "finished" else 0
        yield Place(number, who + 1, place + 1, was, judged, rank, *seats.get(user, (0, 0)), None)
    for seat, (user, score) in enumerate(scores):
        if user not in users:
            yield Place(number, 0, place + 1, was, "played", 0, seat, score, None)
