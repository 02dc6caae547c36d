"""Counts a night again from the export and the definitions, importing nothing of the bot."""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias, TypeVar

HALF: Final = Fraction(1, 2)
FIFTY: Final = Fraction(50)
NOTHING: Final = Fraction(0)

Key = TypeVar("Key", Fraction, tuple[int, Fraction, Fraction], tuple[Fraction, int])


class Place(NamedTuple):
    """What a line of the export tells of a person and a round, or of a seat of Kai's."""

    round: int
    number: int
    """0 for Kai."""
    table: int
    was: str
    """finished, given up, bye or not seated; playing, where a night isn't over."""
    judged: str
    rank: int
    seat: int
    score: int
    points: float | None

    @property
    def played(self) -> bool:
        return self.was == "finished" and self.judged == "played"


class Line(NamedTuple):
    place: int
    number: int
    points: Fraction
    strength: Fraction = NOTHING
    direct: Fraction = HALF
    firsts: int = 0


Meeting: TypeAlias = tuple[Place, Fraction]


def nights(file: Iterable[str]) -> Mapping[str, "Night"]:
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(file):
        found[row["night"]].append(row)
    return {name: Night(rows[0]["form"], [*map(_place, rows)]) for name, rows in found.items()}


class Night:
    """A night as an export tells it, or as far as it has come."""

    def __init__(self, form: str, places: Sequence[Place]) -> None:
        self.form = form
        self.places = places
        self.people = sorted({place.number for place in self.places if place.number})

    def points(self, person: int) -> Sequence[Fraction]:
        worth = self._percent if self.form == "duplicate" else self._points
        return [worth(place) for place in self._of(person)]

    def standings(self) -> Sequence[Line]:
        """Return the standings; those who share a place, in the order in which they joined."""
        if self.form == "duplicate":
            means = {who: _mean(self.points(who), NOTHING) for who in self.people}
            return [
                Line(place, who, means[who])
                for place, level in _levels(self.people, means.__getitem__)
                for who in level
            ]
        there = self._there()
        sums = {who: (sum(self.points(who), NOTHING), self._strength(who)) for who in self.people}
        order = {who: (int(who in there), *sums[who]) for who in self.people}
        lines: list[Line] = []
        for first, level in _levels(self.people, order.__getitem__):
            ties = {who: (self._direct(who, level), self._firsts(who)) for who in level}
            for place, sharing in _levels(level, ties.__getitem__):
                lines += [Line(first + place - 1, who, *sums[who], *ties[who]) for who in sharing]
        return lines

    def winners(self) -> Sequence[int]:
        """Return who has won, of those who played a table."""
        there = self._there()
        lines = [line for line in self.standings() if line.number in there]
        return [line.number for line in lines if line.place == lines[0].place]

    def _there(self) -> set[int]:
        """Return who has played a table."""
        return {place.number for place in self.places if place.played}

    def _of(self, person: int) -> Sequence[Place]:
        own = [place for place in self.places if place.number == person]
        return sorted(own, key=lambda place: place.round)

    def _beside(self, own: Place) -> Iterator[Place]:
        for place in self.places:
            same = (place.round, place.table) == (own.round, own.table)
            if same and place.number and place.number != own.number:
                yield place

    def _met(self, own: Place) -> Sequence[Meeting]:
        """Return whom someone who played a table has met there, and how it went."""
        met: list[Meeting] = []
        for other in self._beside(own) if own.played else ():
            if other.played:
                met.append((other, _score(own, other)))
            elif other.judged == "gone" and own.rank < other.rank:
                met.append((other, Fraction(1)))
        return met

    def _of_table(self, own: Place) -> Fraction | None:
        """Return the points of a finished table; None for someone who is spared."""
        if own.judged == "gone":
            return NOTHING
        met = self._met(own)
        return 100 * _mean([score for _, score in met], NOTHING) if met else None

    def _average(self, person: int, *, gone: bool = True) -> Fraction:
        """Return the mean of someone's tables; ``gone``: with those that they are gone from."""
        found = [
            points
            for place in self._of(person)
            if place.was == "finished" and (gone or place.judged != "gone")
            if (points := self._of_table(place)) is not None
        ]
        return _mean(found, FIFTY)

    def _points(self, place: Place) -> Fraction:
        average = self._average(place.number)
        if place.was in ("not seated", "playing") or place.judged == "gone":
            return NOTHING
        if place.was == "bye":
            return average
        points = self._of_table(place) if place.was == "finished" else None
        return min(average, FIFTY) if points is None else points

    def _percent(self, place: Place) -> Fraction:
        if place.was == "not seated" or place.judged == "gone":
            return NOTHING
        others = [
            other.score
            for other in self.places
            if other.was == "finished"
            and (other.round, other.seat) == (place.round, place.seat)
            and other.table != place.table
        ]
        if place.was == "given up" or place.judged == "absent" or not others:
            return FIFTY
        worse = sum((other < place.score) + (other <= place.score) for other in others)
        return Fraction(100 * worse, 2 * len(others))

    def _strength(self, person: int) -> Fraction:
        met = [
            self._average(other.number, gone=False)
            for place in self._of(person)
            for other, _ in self._met(place)
            if other.played
        ]
        return _mean(met, NOTHING)

    def _direct(self, person: int, level: Sequence[int]) -> Fraction:
        scores = [
            score
            for place in self._of(person)
            for other, score in self._met(place)
            if other.played and other.number in level
        ]
        return _mean(scores, HALF)

    def _firsts(self, person: int) -> int:
        met = [self._met(place) for place in self._of(person)]
        return sum(bool(each) and all(score for _, score in each) for each in met)


def _place(row: Mapping[str, str]) -> Place:
    return Place(
        *(int(row["round"]), int(row["number"] or 0), int(row["table"] or 0), row["round was"]),
        *(row["judged"], int(row["rank"] or 0), int(row["seat"] or 0), int(row["score"] or 0)),
        float(row["points"]) if row["points"] else None,
    )


def _score(own: Place, other: Place) -> Fraction:
    return HALF if own.rank == other.rank else Fraction(own.rank < other.rank)


def _mean(figures: Sequence[Fraction], otherwise: Fraction) -> Fraction:
    return sum(figures, NOTHING) / len(figures) if figures else otherwise


def _levels(people: Sequence[int], key: Callable[[int], Key]) -> Iterator[tuple[int, list[int]]]:
    """Yield a place, and the people who share it in the order in which they joined."""
    for place, mine in enumerate(sorted(map(key, people), reverse=True), 1):
        if sum(key(who) > mine for who in people) == place - 1:
            yield place, [who for who in people if key(who) == mine]
