"""Count the week's nights again, from the raw rows and what people were told."""

import hmac
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote

from bot.games.registry import GAMES
from lab.week.plan import FIRST_USER
from lab.week.week import Diary, Line
from tests.db.recount import tables
from tests.db.recount.night import Night

Nights: TypeAlias = Mapping[str, tables.NightRow]
Logs: TypeAlias = Mapping[str, tables.TableLog]
"""By id."""

_LONGEST_ROUND: Final = {
    "swiss": 3_600_000,
    "duplicate": 3_600_000,
    "round robin": 72 * 3_600_000,
}
"""Milliseconds after which a table is not waited for."""

_FINISHING: Final = 300_000
"""Milliseconds that Kai has to finish a table then."""

_LATEST: Final = 600_000
"""Milliseconds that a night may begin late; later, it is called off."""

_NOTED: Final = 60_000
"""Milliseconds: so often it is noted that people can play."""

_ROUNDS: Final = 3

_FEWEST_AT_BOARDS: Final = 4


def faults(nights: Nights, logs: Logs, diary: Diary) -> Iterator[str]:
    """Yield what is wrong, in words; nothing if all is right."""
    yield from _promises(nights, diary)
    results = {name: tables.result_of(logs[name]) for name in tables_of(nights) if name in logs}
    for night in nights.values():
        yield from seat_faults(night, logs.values())
        yield from _tables(night, logs)
        yield from _ends(night, results)
        yield from _course(night, logs, diary)
        yield from deal_faults(night, logs)
    for name, *told in diary.words("standings"):
        if name in nights:
            yield from standing_faults(nights[name], results, tuple(told))
    yield from _other_tables(nights, logs)


def seat_faults(night: tables.NightRow, logs: Collection[tables.TableLog]) -> Iterator[str]:
    """Yield what is wrong: everyone who is here sits once or has a bye.

    Those who still play another match with a live clock are late, and nobody else.
    """
    for number, event in enumerate(night.events):
        if event["kind"] == "round seated":
            before = tables.Course(night.events[:number])
            about = f"night {night.id}, round {len(before.rounds) + 1}"
            late = {*event.get("busy", ())}
            seated = [*(who for table in event["tables"] for who in table), *event["byes"]]
            if sorted(seated) != sorted(before.here - late):
                yield f"{about}: it seats {seated} of {sorted(before.here - late)}"
            busy = busy_at(night, night.times[number], logs)
            if not busy.surely & before.here <= late <= busy.perhaps & before.here:
                yield f"{about}: {sorted(late)} are late of {sorted(before.here)}, and play: {busy}"


def players(logs: Iterable[tables.TableLog], until: int) -> frozenset[int]:
    """Return who played at tables with a live clock just before a time; not those Kai played for.

    Nobody plays at a table that is paused.
    """
    found: set[int] = set()
    for whole in logs:
        log = tables.TableLog(whole.id, [entry for entry in whole.entries if entry["at"] < until])
        stands = [one["kind"] for one in log.entries if one["kind"] in {"paused", "resumed"}]
        if not log.users or log.setup["clock"]["kind"] != "live":
            continue
        if not log.of("closed") and stands[-1:] != ["paused"]:
            found |= {*log.users} - tables.held_at(log).keys()
    return frozenset(found - {0})


class Busy(NamedTuple):
    """Who plays elsewhere by a live clock at a time: some things happen at just that time."""

    surely: frozenset[int]
    perhaps: frozenset[int]


def busy_at(night: tables.NightRow, at: int, logs: Collection[tables.TableLog]) -> Busy:
    """Return who of a night's people plays at a time; nobody is busy for a round robin."""
    if night.form == "round robin":
        return Busy(frozenset(), frozenset())
    numbers = {user: number for number, user in enumerate(night.users)}
    before, after = (
        frozenset(numbers[user] for user in players(logs, until) if user in numbers)
        for until in (at, at + 1)
    )
    return Busy(before & after, before | after)


def tables_of(nights: Nights) -> Sequence[str]:
    """Return the ids of all tables that were seated."""
    return [
        tables.table_name(night, number, at)
        for night in nights.values()
        for number, seated in enumerate(night.rounds, 1)
        for at in range(len(seated["tables"]))
    ]


def _promises(nights: Nights, diary: Diary) -> Iterator[str]:
    """People who were told that they're in, or out, are so in the log, at that change of theirs."""
    for (name,) in (*diary.words("planned"), *diary.words("ended-early")):
        if name not in nights:
            yield f"night {name} is lost"
    for (name,) in diary.words("ended-early"):
        if name in nights and not nights[name].closed:
            yield f"night {name} was ended, and goes on"
    for kind in ("in", "out"):
        for name, user, number in diary.words(kind):
            changes = _changes(nights[name], int(user)) if name in nights else []
            found = [one in tables.COMING for one in changes[int(number) :][:1]]
            if found != [kind == "in"]:
                yield f"night {name}: {user} was told {kind}, and that is lost"


def _changes(night: tables.NightRow, user: int) -> Sequence[str]:
    return [
        event["kind"]
        for event in night.events
        if event["kind"] in {*tables.COMING, "left"} and night.users[event["person"]] == user
    ]


def _tables(night: tables.NightRow, logs: Logs) -> Iterator[str]:
    """Each table that was seated was opened and started once, with its people in order."""
    ended = {(one["round"], one["table"]) for one in night.events if "table" in one}
    for number, seated in enumerate(night.rounds, 1):
        for at, people in enumerate(seated["tables"]):
            log = logs.get(tables.table_name(night, number, at))
            # The night may have been ended between the seating and the start.
            cut_off = night.closed and number == len(night.rounds) and (number, at) not in ended
            if cut_off and (log is None or not log.users):
                continue
            about = f"night {night.id}: table {at} of round {number}"
            for kind in ("opened", "started"):
                count = 0 if log is None else len(log.of(kind))
                if count != 1:
                    yield f"{about} was {kind} {count} times"
            users = [night.users[who] for who in people]
            kai = max(0, seated["seats"] - len(users))
            if log is not None and log.users != [*users, *[0] * kai]:
                yield f"{about} seats {log.users}, not {users} and Kai {kai} times"


def _ends(night: tables.NightRow, results: Mapping[str, tables.Result]) -> Iterator[str]:
    """Each end of a table says what its log says, and each table that is over has one."""
    ends = Counter[tuple[int, int]]()
    seated_at = 0
    for event, at in zip(night.events, night.times, strict=True):
        if event["kind"] == "round seated":
            seated_at = at
        if "table" in event:
            place = event["round"], event["table"]
            ends[place] += 1
            result = results.get(tables.table_name(night, *place))
            late = at >= seated_at + _LONGEST_ROUND[night.form] + _FINISHING
            late |= night.closed and at == night.times[-1]
            if result is None or not _is_right(event, night, result, late=late):
                yield f"night {night.id}: {event} is not what its log says: {result}"
    yield from (f"night {night.id}: table {at} ended twice" for at, n in ends.items() if n > 1)
    for number, seated in enumerate(night.rounds, 1):
        for at in range(len(seated["tables"])):
            found = results.get(tables.table_name(night, number, at))
            over = found is not None and found.closed is not None
            if over and not night.closed and not ends[number, at]:
                yield f"night {night.id}: the end of table {at} of round {number} is missing"


def _is_right(
    event: tables.Event, night: tables.NightRow, result: tables.Result, *, late: bool
) -> bool:
    users = [night.users[who] for who in night.rounds[event["round"] - 1]["tables"][event["table"]]]
    away = {night.users[who] for who in event["away"]}
    if event["kind"] == "table finished":
        ranks = None if result.ranks is None else [result.ranks.get(user) for user in users]
        removed = {night.users[who] for who in event.get("absent", ())}
        judged = away == result.away & {*users} and removed == result.removed & {*users}
        return ranks == list(event["ranks"]) and judged
    if result.closed is not None and result.closed[0] != "finished":
        return away == result.held & {*users}
    return late


def _course(night: tables.NightRow, logs: Logs, diary: Diary) -> Iterator[str]:
    """A night has all its rounds, if nobody ended it and there were people for them.

    Those who still play elsewhere are waited for, as long as a round lasts.
    """
    ends = [event["kind"] == "night closed" for event in night.events]
    if sum(ends) != night.closed or (night.closed and not ends[-1]):
        yield f"night {night.id} was closed {sum(ends)} times, and {night.closed} is stored"
    if night.form == "round robin" or not night.closed or (night.id,) in diary.words("ended-early"):
        return
    if night.events[-1].get("because") != "late":
        yield from _rounds(night, logs)
    elif _missed(diary, night.starts_at, night.times[-1]) <= _LATEST:
        yield f"night {night.id} is called off, and could have begun in time"


def _rounds(night: tables.NightRow, logs: Logs) -> Iterator[str]:
    here, ended_at = tables.Course(night.events).here, night.times[-1]
    over = (at for event, at in zip(night.events, night.times, strict=True) if "table" in event)
    if ended_at >= max([night.starts_at, *over]) + _LONGEST_ROUND[night.form]:
        here -= busy_at(night, ended_at, logs.values()).perhaps
    fewest = _FEWEST_AT_BOARDS if night.form == "duplicate" else GAMES[night.game].seats[0]
    if len(night.rounds) != _ROUNDS and len(here) >= fewest:
        yield f"night {night.id} has {len(night.rounds)} rounds, and {len(here)} people"


def _missed(diary: Diary, since: int, until: int) -> int:
    """Return for how long at most a process was not running between two times, in milliseconds."""
    missed = Counter[int]()
    for shard, first, last in diary.told("down"):
        if first < until and last > since:
            missed[shard] += min(last, until) - max(first, since) + _NOTED
    return max(missed.values(), default=0)


def _other_tables(nights: Nights, logs: Logs) -> Iterator[str]:
    """No table was opened that nobody wanted, and no group plays two slow matches."""
    known, groups = {*tables_of(nights)}, Counter[tuple[int, ...]]()
    for log in logs.values():
        place = log.entries[0]["place"]
        if log.id not in known:
            groups[tuple(log.users)] += 1
            if place["channel"] != place["guild"] + 2:
                yield f"table {log.id} is no table of any night"
    yield from (f"{users} play {n} slow matches" for users, n in groups.items() if n > 1)


_LOOK: Final = 5_000
"""Milliseconds from the end of a board's last table until the board is told of, at most."""


Standing: TypeAlias = tuple[int, Fraction]
"""A place, and points or percentage."""


def standing_faults(
    night: tables.NightRow, results: Mapping[str, tables.Result], told: Line
) -> Iterator[str]:
    """Yield what is wrong in a line of the diary.

    It says after how many events and when, of which boards nothing is told, the message, the
    tables.places.
    """
    count, at, boards, page, *lines = told
    held = frozenset(int(board) for board in boards.split(",") if board != "none")
    course = tables.Course(night.events[: int(count)])
    if night.form == "duplicate":
        yield from _held_wrongly(night, course, results, held, int(at))
    standings = counted(night, course, results, held)
    expected = {night.users[who]: standing for who, standing in standings.items()}
    found = dict(map(_line, lines))
    if found != expected:
        yield f"night {night.id}, after {count} events: told {found}, counted {expected}"
    yield from _shown(night.id, unquote(page), expected)


def counted(
    night: tables.NightRow,
    course: tables.Course,
    results: Mapping[str, tables.Result],
    held: Collection[int] = (),
) -> Mapping[int, Standing]:
    """Return where everyone stands who is here or has had a seat or a bye, by number.

    Of a duplicate night, boards count that are done and not held back.
    """
    found = tables.places(night, course, results, held)
    if not found:
        return dict.fromkeys(tables.people_of(course), (1, Fraction()))
    lines = Night(night.form, found).standings()
    return {line.number - 1: (line.place, line.points) for line in lines}


def deal_faults(night: tables.NightRow, logs: Mapping[str, tables.TableLog]) -> Iterator[str]:
    """All tables are dealt as the night's secret and its words say, and nobody cuts there."""
    secret, words = _sealed(night)
    for number, seated in enumerate(night.rounds, 1):
        for at in range(len(seated["tables"])):
            table = 0 if night.form == "duplicate" else at + 1
            numbers = number.to_bytes(4, "big") + table.to_bytes(4, "big")
            expected = hmac.digest(secret, words + numbers, "sha256")
            log = logs.get(tables.table_name(night, number, at))
            if log is None:
                continue
            cuts = [cut for started in log.of("started") for cut in started["cuts"] if cut]
            if log.entries[0]["secret"] != expected.hex() or cuts:
                yield f"night {night.id}: table {at} of round {number} is dealt something else"


def _sealed(night: tables.NightRow) -> tuple[bytes, bytes]:
    """Return a night's secret, and its words, each behind its length, in their order."""
    (sealed,) = (event for event in night.events if event["kind"] == "sealed")
    words: dict[int, bytes] = {}
    for event in night.events:
        if event["kind"] == "cut":
            words.pop(event["person"], None)
            words[event["person"]] = event["word"].encode()
    spelt = b"".join(len(word).to_bytes(4, "big") + word for word in words.values())
    return bytes.fromhex(sealed["secret"]), spelt


def _held_wrongly(
    night: tables.NightRow,
    course: tables.Course,
    results: Mapping[str, tables.Result],
    held: Collection[int],
    told_at: int,
) -> Iterator[str]:
    """A board is told of when all its tables are done, also those that are not waited for."""
    for number, each in enumerate(course.rounds, 1):
        if course.is_over(number):
            names = (tables.table_name(night, number, at) for at in range(len(each["tables"])))
            logs = [results[name] for name in names if name in results]
            ends = [log.closed[1] if log.closed else None for log in logs]
            if number not in held and any(end is None or end > told_at for end in ends):
                yield f"night {night.id}: board {number} is told while it is played"
            if number in held and all(end is not None and end < told_at - _LOOK for end in ends):
                yield f"night {night.id}: board {number} is done, and is not told"


def _line(line: str) -> tuple[int, Standing]:
    place, user, points = line.split(":")
    return int(user), (int(place), Fraction(points))


def _shown(night: str, page: str, expected: Mapping[int, Standing]) -> Iterator[str]:
    """The message says the same, with rounded points."""
    for line in page.splitlines():
        if line.startswith("**") and "Guest" in line:
            place, _, user, points, *_ = re.sub("[*:%]", "", line).split()
            own = expected.get(FIRST_USER + int(user), (0, Fraction()))
            if (int(place), int(points)) != (own[0], floor(own[1] + Fraction(1, 2))):
                yield f"night {night}: {line!r} is shown, and {own} is counted"
