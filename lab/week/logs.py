"""What is stored of tables and nights; tables are replayed by the rules of their games alone."""

import hmac
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.deck import Chance
from bot.game.moves import Undoing
from bot.games.registry import GAMES

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
        """Return the entries of a kind."""
        return [entry for entry in self.entries if entry["kind"] == kind]

    @property
    def setup(self) -> Entry:
        """Return what was chosen before the match."""
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
        """How people are seated."""
        return str(self.events[0]["form"])

    @property
    def rounds(self) -> Sequence[Event]:
        """The seatings."""
        return [event for event in self.events if event["kind"] == "round seated"]


class Moment(NamedTuple):
    """An entry, with whose turn it was before and is afterwards."""

    entry: Entry
    turn: int
    """0 before the match."""
    to_act: frozenset[int]
    next_turn: int
    position: Any


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


def players(logs: Iterable[TableLog], until: int) -> frozenset[int]:
    """Return who played at tables with a live clock just before a time; not those Kai played for.

    Nobody plays at a table that is paused.
    """
    found: set[int] = set()
    for whole in logs:
        log = TableLog(whole.id, [entry for entry in whole.entries if entry["at"] < until])
        stands = [one["kind"] for one in log.entries if one["kind"] in {"paused", "resumed"}]
        if not log.users or log.setup["clock"]["kind"] != "live":
            continue
        if not log.of("closed") and stands[-1:] != ["paused"]:
            found |= {*log.users} - _held(log).keys()
    return frozenset(found - {0})


def _held(log: TableLog) -> dict[int, str]:
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
    undoing, position, turn, to_act = Undoing(game), None, 0, frozenset[int]()
    for entry in log.entries:
        if entry["kind"] == "started":
            options = game.options.model_validate(log.setup["options"])
            chance = Chance(bytes.fromhex(log.entries[0]["secret"]), tuple(entry["cuts"]))
            position, _ = game.new(options, len(entry["seats"]), chance)
        elif entry["kind"] == "acted":
            action = undoing.read(entry["action"])
            position, _ = undoing.step(position, entry["seat"], action)
        after = 0 if position is None else game.stage(position).turn
        yield Moment(entry, turn, to_act, after, position)
        turn = after
        to_act = frozenset() if position is None else game.to_act(position)


def result_of(log: TableLog) -> Result:  # noqa: C901 - one for each kind
    """Return how a table has ended."""
    users = log.users
    turns: defaultdict[int, list[int]] = defaultdict(list)
    by_kai: defaultdict[int, set[int]] = defaultdict(set)
    late: dict[int, int] = {}
    closed: tuple[str, int] | None = None
    ranks: Mapping[int, int] | None = None
    scores: Sequence[tuple[int, int]] = ()
    hurried = False
    for entry, turn, _, _, position in moments(log):
        match entry["kind"]:
            case "acted" if not hurried:
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
    held = _held(log)
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


def tables_of(nights: Mapping[str, NightRow]) -> Sequence[str]:
    """Return the ids of all tables that were seated."""
    return [
        table_name(night, number, at)
        for night in nights.values()
        for number, seated in enumerate(night.rounds, 1)
        for at in range(len(seated["tables"]))
    ]
