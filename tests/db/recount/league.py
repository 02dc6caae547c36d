"""Counts a server's league again from the export and definitions, importing nothing of the bot."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import NamedTuple

from tests.db.recount.reading import (
    Definitions,
    Seat,
    band,
    half_up,
    have_met,
    in_company,
    is_played,
    month,
    periods,
    score,
    week,
)


class Strength(NamedTuple):
    mean: float
    deviation: float


class Pull(NamedTuple):
    """What one other seat tells about a rating."""

    theirs: Strength
    score: float
    weight: float


class Line(NamedTuple):
    """What a match is worth to a person."""

    points: int
    won: bool
    before: Strength
    after: Strength


class Place(NamedTuple):
    place: int
    who: str
    points: int
    matches: int
    wins: int


class Rated(NamedTuple):
    strength: Strength
    matches: int
    at: datetime


class Duel(NamedTuple):
    """How one person has done against another one of a match."""

    one: Seat
    other: Seat
    score: float


class Recount:
    """The league after some matches. Mutable."""

    def __init__(self, page: Definitions) -> None:
        self.page = page
        self.lines: dict[tuple[str, int], Line] = {}
        """By match and seat."""
        self.without: dict[tuple[str, int], tuple[frozenset[int], frozenset[int]]] = {}
        """By the same: the seats that don't count for points, and those that don't for ratings."""
        self.ratings: dict[tuple[str, str, str], Rated] = {}
        """By game, band and person."""
        self.versus: dict[tuple[str, str, str], Counter[float]] = defaultdict(Counter)
        """By game and two people: how often the first has had which score."""
        self.left: Counter[tuple[str, str, str]] = Counter()
        """By game, period and person: matches that were left."""
        self.weeks: dict[tuple[str, str, str], Counter[datetime]] = defaultdict(Counter)
        """By game and two people: how often they were at a table, by week."""
        self.alone: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        """The same of matches of the two alone, by month."""
        self._worth: dict[tuple[str, str, str], list[Line]] = defaultdict(list)
        self._people: dict[str, set[str]] = defaultdict(set)
        self._met: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._only_before: dict[tuple[str, str], int] = {}
        """By game and person who came back: people whom they had met only before."""
        self._known: dict[tuple[str, str, str], int] = {}
        """By game and two people, whether they had met before one of them came back."""
        self._begun: dict[tuple[str, str, str], tuple[float, int]] = {}
        """By game, band and person who came back: mean, and matches before."""

    def count(self, seats: Sequence[Seat]) -> None:
        there = [seat for seat in seats if seat.person and seat.judged != "absent"]
        if not (seats[0].counted and len(there) > 1 and any(map(is_played, there))):
            return
        duels = [
            Duel(one, other, found)
            for one, other in permutations(there, 2)
            if (found := score(one, other)) is not None
        ]
        lines = [seat for seat in there if any(duel.one is seat for duel in duels)]
        for seat in there:
            self._remember(seat, {other.seat: other for other in there})
        self._meet(there, lines)
        before = {seat.seat: self._before(seat) for seat in there}
        after = self._rate(seats, there, before)
        for one in lines:
            others = [other for _, other, _ in self._own(one, duels)]
            self.without[one.match, one.seat] = (
                frozenset(two.seat for two in others if not self.gives_points(one, two)),
                frozenset(two.seat for two in others if not self.gives_rating(one, two)),
            )
        for seat in lines:
            self._book(seat, self._own(seat, duels), before[seat.seat], after[seat.seat])

    @staticmethod
    def _own(seat: Seat, duels: Sequence[Duel]) -> Sequence[Duel]:
        return [duel for duel in duels if duel.one is seat]

    def _remember(self, seat: Seat, there: Mapping[int, Seat]) -> None:
        """Begin with what is known of a person from before a deletion."""
        told = dict(seat.earlier)
        met, mean = told.pop("met", None), told.pop("mean", None)
        if met is not None:
            self._only_before.setdefault((seat.game, seat.who), met)
        if mean is not None:
            begun = mean, told.pop("matches")
            self._begun.setdefault((seat.game, band(seat.seats), seat.who), begun)
        for name, known in told.items():
            other = there.get(int(name.removeprefix("seat ")))
            if other is None or (seat.game, seat.who, other.who) in self.versus:
                continue
            pair = seat.game, seat.who, other.who
            self._known[pair] = known["known"]
            monday = datetime.fromisoformat(known["week"]).replace(tzinfo=UTC)
            self.weeks[pair][monday] = known["together"]
            self.alone[pair][known["month"]] = known["alone"]

    def _meet(self, there: Sequence[Seat], lines: Sequence[Seat]) -> None:
        """Note who was at a table with whom, and who has met whom."""
        company = {seat.seat for seat in there if seat.half}
        self._alone_now = set[tuple[int, int]]()
        for one, other in permutations(there, 2):
            if not (one.known and other.known):
                continue
            pair = one.game, one.who, other.who
            self.weeks[pair][week(one.at)] += 1
            if company <= {one.seat, other.seat}:
                self._alone_now.add((one.seat, other.seat))
                self.alone[pair][month(one.at)] += 1
            self.versus.setdefault(pair, Counter())
            if have_met(one, other):
                self._meets(pair)
                self.versus[pair][score(one, other) or 0.0] += 1
        self._people[there[0].game].update(
            seat.who
            for seat in lines
            if seat.known and (seat.game, seat.who) not in self._only_before
        )

    def _meets(self, pair: tuple[str, str, str]) -> None:
        """Note that someone has met someone, whom they may have met under another name."""
        game, who, other = pair
        known = self._known.get(pair, 0)
        if self.versus[pair].total() or known == 2:
            return
        self._met[game, who].add(other)
        if known and self._only_before.get((game, who)):
            self._only_before[game, who] -= 1

    def _is_new(self, seat: Seat) -> bool:
        enough = min(self.page["people to meet"], len(self._people[seat.game]) - 1)
        key = seat.game, seat.who
        return len(self._met[key]) + self._only_before.get(key, 0) < enough

    def _too_often(self, one: Seat, other: Seat) -> bool:
        met = self.weeks[one.game, one.who, other.who][week(one.at)]
        return met > self.page["matches a week"]

    def gives_points(self, one: Seat, other: Seat) -> bool:
        """Whether the other counts for the points of the one."""
        if not (one.known and other.known):
            return True
        alone = self.alone[one.game, one.who, other.who][month(one.at)]
        too_often_alone = (one.seat, other.seat) in self._alone_now and (
            alone > self.page["matches alone a month"]
        )
        return not (self._is_new(other) or self._too_often(one, other) or too_often_alone)

    def gives_rating(self, one: Seat, other: Seat) -> bool:
        """Whether the other tells something about the rating of the one."""
        if not one.known:
            return True
        if self._is_new(one):
            return False
        if not other.known:
            return True
        if self._is_new(other) or self._too_often(one, other):
            return False
        few = self.page["matches to be proven"]
        return not self._proof(other) < few <= self._proof(one)

    def _proof(self, seat: Seat) -> int:
        """Return how many matches in the band someone has, also from before a deletion."""
        key = seat.game, band(seat.seats), seat.who
        return self._matches(seat) + (self._begun[key][1] if key in self._begun else 0)

    def _matches(self, seat: Seat) -> int:
        """Return how many matches someone's rating rests on, without this one."""
        rated = self.ratings.get((seat.game, band(seat.seats), seat.who))
        return rated.matches if rated else 0

    def _before(self, seat: Seat) -> Strength:
        """Return a person's rating before a match, with the doubt that has grown since."""
        new = Strength(self.page["start mean"], self.page["start deviation"])
        if not seat.known:
            return Strength(float(seat.mean), float(seat.deviation)) if seat.mean else new
        key = seat.game, band(seat.seats), seat.who
        if key in self.ratings:
            return self.idle(self.ratings[key], seat.at)
        return new._replace(mean=self._begun[key][0]) if key in self._begun else new

    def idle(self, rated: Rated, at: datetime) -> Strength:
        """Return a rating at a time after its last match."""
        days = max(0.0, (at - rated.at) / timedelta(days=1))
        mean, deviation = rated.strength
        grown = math.sqrt(deviation**2 + self.page["variance a day"] * days)
        return Strength(mean, max(deviation, min(grown, self.page["start deviation"])))

    def shown(self, game: str, who: str, at: datetime) -> tuple[float, bool] | None:
        """Return the rating that is shown of someone, and whether it's provisional."""
        bands = [
            (-rated.matches, band, rated)
            for (of, band, person), rated in self.ratings.items()
            if (of, person) == (game, who)
        ]
        if not bands:
            return None
        *_, rated = min(bands, key=lambda found: found[:2])
        if at - rated.at > timedelta(days=self.page["days until hidden"]):
            return None
        return rated.strength.mean, self.is_provisional(self.idle(rated, at))

    def is_provisional(self, strength: Strength) -> bool:
        return strength.deviation > self.page["provisional above"]

    def _rate(
        self, seats: Sequence[Seat], there: Sequence[Seat], before: Mapping[int, Strength]
    ) -> Mapping[int, Strength]:
        """Return the ratings after a match, of those who were there."""
        kais = {seat.seat: kai for seat in seats if (kai := self._anchor(seat))}
        field = {**before, **kais}
        inside = [seat for seat in seats if seat.seat in field]
        return {
            seat.seat: self._moved(seat, inside, field) if seat.known else field[seat.seat]
            for seat in there
        }

    def _anchor(self, seat: Seat) -> Strength | None:
        """Return the fixed rating of Kai's seat: of a level that made all its decisions."""
        if seat.person or not set(seat.levels) <= {seat.kai}:
            return None
        mean = self.page.anchors.get((seat.game, seat.kai, seat.version))
        return None if mean is None else Strength(mean, self.page["kai deviation"])

    def _moved(self, one: Seat, inside: Sequence[Seat], field: Mapping[int, Strength]) -> Strength:
        pulls = []
        for other in inside:
            won = score(one, other)
            if other is one or won is None or not self.gives_rating(one, other):
                continue
            if not other.person and is_played(one) and not in_company(one, inside):
                continue
            weight = one.weight * other.share / (len(inside) - 1)
            pulls.append(Pull(field[other.seat], won, weight))
        return self.moved(field[one.seat], pulls)

    def moved(self, own: Strength, pulls: Sequence[Pull]) -> Strength:
        mean, deviation = own
        beta, shift, learned = self.page["beta"], 0.0, 0.0
        for theirs, won, weight in pulls:
            c = math.sqrt(deviation**2 + theirs.deviation**2 + 2 * beta**2)
            p = 1 / (1 + math.exp((theirs.mean - mean) / c))
            shift += weight * (won - p) / c
            learned += weight * p * (1 - p) / c**3
        kept = math.sqrt(max(0.0, 1 - deviation**3 * learned))
        after = min(deviation, max(self.page["floor"], deviation * kept)) if learned else deviation
        return Strength(mean + deviation**2 * shift, after)

    def _book(self, seat: Seat, own: Sequence[Duel], before: Strength, after: Strength) -> None:
        counting = [duel.score for duel in own if self.gives_points(seat, duel.other)]
        most = self.page["points of a match"]
        points = half_up(most * sum(counting) / len(counting)) if counting else 0
        won = all(duel.score == 1 for duel in own)
        line = self.lines[seat.match, seat.seat] = Line(points, won, before, after)
        if not seat.known:
            return
        key = seat.game, band(seat.seats), seat.who
        self.ratings[key] = Rated(after, self._matches(seat) + seat.half, seat.at)
        for period in periods(seat.at):
            self._worth[seat.game, period, seat.who].append(line)
            self.left[seat.game, period, seat.who] += seat.judged == "gone"

    def totals(self) -> Mapping[tuple[str, str, str], tuple[int, int, int, int, int]]:
        """Return matches, wins, points, matches left and people met, by game, period, person."""
        return {
            key: (*self._sums(key), self.left[key], len(self._met[key[0], key[2]]) * (not key[1]))
            for key in {*self._worth, *self.left}
        }

    def _sums(self, key: tuple[str, str, str]) -> tuple[int, int, int]:
        lines = self._worth[key]
        best = sorted((line.points for line in lines), reverse=True)
        if key[1]:
            best = best[: int(self.page["best matches"])]
        return len(lines), sum(line.won for line in lines), sum(best)

    def standings(self, game: str, period: str) -> Sequence[Place]:
        """Return the standings of a season; those who share a place, in the order of their ids."""
        found = [
            (-points, played, int(who.removeprefix("id ")), wins)
            for (of, when, who), (played, wins, points, *_) in self.totals().items()
            if (of, when) == (game, period) and played and who.startswith("id ")
        ]
        order = sorted(found)
        ahead = [line[:2] for line in order]
        return [
            Place(1 + ahead.index((less, played)), f"id {who}", -less, played, wins)
            for less, played, who, wins in order
        ]
