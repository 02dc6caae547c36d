"""Reads an export of matches as the page of definitions says, importing nothing of the bot."""

import csv
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple


class Seat(NamedTuple):
    """A line of the export, as far as the league is counted by it."""

    match: str
    game: str
    at: datetime
    counted: bool
    seats: int
    seat: int
    who: str
    kai: str
    levels: Sequence[str]
    """At which Kai's decisions were made."""
    version: int
    rank: int
    own: int | None
    """None where turns weren't counted."""
    by_kai: int
    end: str
    mean: str
    """Of a former player, before the match."""
    deviation: str
    told: str
    """How the export says that a person was judged."""
    no_points: frozenset[int]
    no_rating: frozenset[int]
    """The seats that don't count, as the export says it."""
    earlier: Mapping[str, Any]
    """What someone begins with who has come back after a deletion, or meets such a person."""

    @property
    def person(self) -> bool:
        return self.who != "Kai"

    @property
    def known(self) -> bool:
        """Whether this person can be told from others."""
        return self.person and self.who != "former"

    @property
    def shown(self) -> bool:
        """Whether this person is in the standings."""
        return self.who.startswith("id ")

    @property
    def share(self) -> float:
        """The share of the seat's turns that its owner played; Kai's own seats have all."""
        if not self.person or self.own is None:
            return 1.0
        turns = self.own + self.by_kai
        return self.own / turns if turns else float(self.end == "there")

    @property
    def half(self) -> bool:
        return self.share >= 0.5

    @property
    def judged(self) -> str:
        """How this seat is judged: played, gone or absent."""
        if not self.person:
            return "played"
        if self.end == "removed":
            return "played" if self.half else "absent"
        return "played" if self.end == "there" and self.half else "gone"

    @property
    def weight(self) -> float:
        """With which part this seat's own rating moves."""
        return self.share if self.judged == "played" else 1.0


def matches(file: Iterable[str]) -> Sequence[Sequence[Seat]]:
    found = sorted(map(_seat, csv.DictReader(file)), key=lambda seat: (seat.at, seat.match))
    return [tuple(seats) for _, seats in groupby(found, key=lambda seat: (seat.at, seat.match))]


def _seat(row: Mapping[str, str]) -> Seat:
    return Seat(
        match=row["match"],
        game=row["game"],
        at=datetime.fromisoformat(row["finished"]).replace(tzinfo=UTC),
        counted=row["counted"] == "yes",
        seats=int(row["seats"]),
        seat=int(row["seat"]),
        who=row["person"],
        kai=row["kai"],
        levels=row["kai levels"].split()[::2],
        version=int(row["kai version"] or 0),
        rank=int(row["rank"]),
        own=int(row["own turns"]) if row["own turns"] else None,
        by_kai=int(row["kai turns"] or 0),
        end=row["end"],
        mean=row["mean before"],
        deviation=row["deviation before"],
        told=row["judged"],
        no_points=_seats(row["no points from"]),
        no_rating=_seats(row["no rating from"]),
        earlier=json.loads(row["earlier"] or "{}"),
    )


def _seats(told: str) -> frozenset[int]:
    return frozenset(int(each.split()[1]) for each in told.split(", ") if each)


def band(seats: int) -> str:
    return "2" if seats == 2 else "3-4" if seats <= 4 else "5+"


def is_played(seat: Seat) -> bool:
    return seat.judged == "played"


def in_company(one: Seat, inside: Sequence[Seat]) -> bool:
    """Whether another person has played, too: else Kai tells nothing about this one."""
    return any(seat.person and is_played(seat) and seat is not one for seat in inside)


def score(one: Seat, other: Seat) -> float | None:
    """Return what someone has made of another seat; None if the two have not met for them.

    Who is gone is behind everyone who played. Kai's seat is one that played.
    """
    if "absent" in (one.judged, other.judged):
        return None
    if other.judged == "gone":
        return 1.0 if is_played(one) and one.rank < other.rank else None
    if one.judged == "gone":
        return 0.0
    return 0.5 if one.rank == other.rank else float(one.rank < other.rank)


def have_met(one: Seat, other: Seat) -> bool:
    """Whether two people have met as both see it, so that it can stand between them."""
    return one.half and other.half and None not in (score(one, other), score(other, one))


def week(at: datetime) -> datetime:
    """Return the Monday of a time's week."""
    return datetime(at.year, at.month, at.day, tzinfo=UTC) - timedelta(days=at.weekday())


def month(at: datetime) -> str:
    return f"{at:%Y-%m}"


def periods(at: datetime) -> tuple[str, str, str]:
    """Return the periods that a time is in: all time, its quarter, its month."""
    return "", f"{at.year}-Q{(at.month + 2) // 3}", month(at)


def half_up(value: float) -> int:
    return math.floor(value + 0.5)


PAGE: Final = Path(__file__).parents[3] / "docs" / "league-definitions.md"


class Definitions:
    """The page's numbers by name, Kai's ratings, and the columns of the export."""

    def __init__(self, text: str = "") -> None:
        text = text or PAGE.read_text("utf-8")
        self.numbers: Mapping[str, float] = {
            name: float(number.replace(",", "")) for name, number, _ in _table(text, "The numbers")
        }
        self.anchors: Mapping[tuple[str, str, int], float] = {
            (game, level, int(version)): float(rating)
            for game, level, versions, rating in _table(text, "Kai's ratings")
            for version in versions.split(", ")
        }
        self.columns = _names(_table(text, "The export"))
        self.night_columns = _names(_table(text, "The export of nights"))

    def __getitem__(self, name: str) -> float:
        """Return a number; ``KeyError`` if the page has none of this name."""
        return self.numbers[name]


def _names(rows: "list[list[str]]") -> "Sequence[str]":
    return [name.strip("`") for names, _ in rows for name in names.split(", ")]


def _table(text: str, title: str) -> list[list[str]]:
    """Return the cells of the first table of a section, without its head."""
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\|(.+)\|$", section, re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    width = len(cells[0])
    return [row for row in cells[2:] if len(row) == width]
