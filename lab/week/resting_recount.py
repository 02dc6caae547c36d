"""Count the slow matches again: what happened by the clock, and in whose night.

That a turn rests once, and for ten hours at most, is tested in ``tests/tables/test_resting.py``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from lab.week.week import Diary
from tests.db.recount.tables import Moment, TableLog, moments

_HOUR: Final = 3_600_000
_LONGEST_REST: Final = 10 * _HOUR

_MISSED: Final = 2
"""Missed turns in a row after which Kai takes a seat over."""


class _Choice(NamedTuple):
    since: int
    zone: str
    begins: int
    ends: int


class Choices:
    """Who has chosen which night since when, as they were told."""

    def __init__(self, diary: Diary) -> None:
        self._of: dict[int, list[_Choice]] = {}
        for user, since, zone, begins, ends in diary.words("quiet"):
            self._of.setdefault(int(user), []).append(
                _Choice(int(since), zone, int(begins), int(ends))
            )
        self.zones = {one.zone for choices in self._of.values() for one in choices} - {"none"}

    def asleep(self, user: int, at: int) -> bool:
        """Whether it is someone's night."""
        chosen = [one for one in self._of.get(user, ()) if one.since <= at]
        if not chosen or chosen[-1].zone == "none":
            return False
        hour = datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(chosen[-1].zone)).hour
        begins, ends = chosen[-1].begins, chosen[-1].ends
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


def faults(logs: Mapping[str, TableLog], diary: Diary) -> Iterator[str]:
    """Yield what is wrong, in words; nothing if all is right."""
    choices = Choices(diary)
    for log in logs.values():
        clock = log.setup["clock"]
        if clock["kind"] == "slow" and log.users:
            match = _SlowMatch(log, clock["seconds"] * 1000, choices)
            for moment in moments(log):
                yield from (f"table {log.id}: {line}" for line in match.after(moment))
    slow = {log.id for log in logs.values() if log.setup["clock"]["kind"] == "slow"}
    for table, at, called, page in diary.words("reminded"):
        for user in () if called == "nobody" else map(int, called.split(",")):
            if table in slow and choices.asleep(user, int(at)):
                yield f"{user} was called in their night: {unquote(page)}"
    for table, _, called, page in diary.words("rests"):
        if called != "nobody" or "<t:" in page or "<t:" in unquote(page):
            yield f"table {table}: the message of a resting turn tells too much"


def zone_faults(texts: Sequence[str], diary: Diary) -> Iterator[str]:
    """Yield where a zone is named that someone has chosen."""
    words = Choices(diary).zones
    words |= {zone.rpartition("/")[2] for zone in words}
    for text in texts:
        for word in words:
            if word in text:
                yield f"a zone is told: {text[:200]}"


class _SlowMatch:
    """A slow match, entry by entry, with a clock as the rules of the house say."""

    def __init__(self, log: TableLog, whole: int, choices: Choices) -> None:
        self._users = log.users
        self._at_night = bool(log.entries[0].get("night") or log.entries[0].get("board"))
        self._come: set[int] = set()
        """Who has made a turn of their own: a night waits for nobody else."""
        self._whole = whole
        self._choices = choices
        self._since = 0
        self._rested: int | None = None
        self._woken: int | None = None
        self._paused: int | None = None
        self._held: set[int] = set()
        self._covered: dict[int, int] = {}
        self._missed: Counter[int] = Counter()

    def after(self, moment: Moment) -> Iterator[str]:
        """Take an entry in; yield what is wrong with it."""
        kind, at = moment.entry["kind"], moment.entry["at"]
        checks = {
            "acted": self._acted,
            "timed out": self._timed_out,
            "rested": self._rests,
            "woken": self._wakes,
            "handed over": self._handed_over,
        }
        if kind in checks:
            yield from checks[kind](moment, at, moment.entry.get("seat", 0))
        else:
            self._moves_the_clock(moment, kind, at)
        if moment.next_turn != moment.turn:
            self._since, self._rested, self._woken = at, None, None

    def _moves_the_clock(self, moment: Moment, kind: str, at: int) -> None:
        if kind == "returned":
            seat = moment.entry["seat"]
            self._held.discard(seat)
            self._missed[seat] = 0
            self._covered.pop(seat, None)
            self._since = at if seat in moment.to_act else self._since
        elif kind == "paused":
            self._paused = at
        elif kind == "resumed" and self._paused is not None:
            self._since = min(self._since + at - self._paused, at)
            self._paused = None
        elif kind == "slept":
            self._since += moment.entry["milliseconds"]
            if self._paused is not None:
                self._paused += moment.entry["milliseconds"]

    def _handed_over(self, moment: Moment, _at: int, seat: int) -> Iterator[str]:
        self._held.add(seat)
        most = _MISSED if seat in self._come or not self._at_night else 1
        if moment.entry["because"] == "away" and self._missed[seat] < most:
            yield f"Kai took seat {seat} over after {self._missed[seat]} missed turns"

    def _acted(self, moment: Moment, at: int, seat: int) -> Iterator[str]:
        user = self._users[seat]
        if moment.entry.get("by") != "kai":
            self._missed[seat] = 0
            if moment.next_turn != moment.turn and self._covered.get(seat) != moment.turn:
                self._come.add(seat)
        elif user and seat not in self._held and self._covered.get(seat) != moment.turn:
            yield f"Kai played for {user} at {at}, who was there"

    def _timed_out(self, moment: Moment, at: int, seat: int) -> Iterator[str]:
        user, up = self._users[seat], self._since + self._whole
        if at < up or seat not in moment.to_act or seat in self._held:
            yield f"the time of {user} ran out at {at}, and not at {up}"
        if self._rested is not None and self._woken is None:
            yield f"the time of {user} ran out while the turn rested"
        if self._choices.asleep(user, at) and self._rested is None:
            yield f"the time of {user} ran out in their night, without a rest"
        if self._woken is not None and at < self._woken + self._morning:
            yield f"{user} had no morning"
        self._missed[seat] += 1
        self._covered[seat] = moment.turn

    def _rests(self, moment: Moment, at: int, _seat: int) -> Iterator[str]:
        if at < self._since + self._whole:
            yield f"a turn rested at {at}, before its time was up"
        if not any(self._choices.asleep(user, at) for user in self._awaited(moment)):
            yield f"a turn rested at {at}, in nobody's night"
        self._rested = at

    def _wakes(self, moment: Moment, at: int, _seat: int) -> Iterator[str]:
        if self._rested is None or self._woken is not None:
            yield f"a turn was woken at {at} that did not rest"
            return
        slept = at - self._rested
        asleep = [user for user in self._awaited(moment) if self._choices.asleep(user, at)]
        if asleep and slept < _LONGEST_REST:
            yield f"a turn was woken at {at} in the night of {asleep}"
        self._woken = at
        self._since = max(self._since, at - self._whole + self._morning)

    def _awaited(self, moment: Moment) -> Sequence[int]:
        """Return the people who have to act."""
        return [
            self._users[seat]
            for seat in moment.to_act
            if seat not in self._held and self._covered.get(seat) != moment.turn
        ]

    @property
    def _morning(self) -> int:
        return min(self._whole, max(self._whole // 4, _HOUR))
