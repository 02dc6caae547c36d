"""The standings of a night, counted by the words of ``docs/nights.md``."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

__all__ = ["Played", "Round", "Standing", "counted"]


class Played(NamedTuple):
    """A table of a round, as far as it has come."""

    people: Sequence[int]
    over: bool = False
    ranks: Mapping[int, int] | None = None
    """None if it has not finished: it plays, or is given up."""
    away: frozenset[int] = frozenset()
    scores: Sequence[tuple[int | None, int]] = ()
    """The owner of each seat, None for Kai, and its result, the better the higher."""


class Round(NamedTuple):
    """A round."""

    tables: Sequence[Played]
    byes: Sequence[int]


class Standing(NamedTuple):
    """Where somebody stands."""

    place: int
    points: Fraction


_Key: TypeAlias = tuple[Fraction, Fraction, Fraction, int]


def counted(rounds: Sequence[Round], here: frozenset[int]) -> Mapping[int, Standing]:
    """Return where everyone stands who is here or has had a seat or a bye."""
    people = here | {who for one in rounds for who in one.byes}
    people |= {who for one in rounds for table in one.tables for who in table.people}
    points = {
        who: sum((_of_round(one, rounds, who) for one in rounds), Fraction()) for who in people
    }
    strengths = {who: _strength(rounds, who) for who in people}

    def key(who: int) -> _Key:
        level = [
            other
            for other in people
            if (points[other], strengths[other]) == (points[who], strengths[who])
        ]
        results = [result for other, result in _met(rounds, who) if other in level]
        return points[who], strengths[who], _mean(results, Fraction(1, 2)), _firsts(rounds, who)

    keys = {who: key(who) for who in people}
    return {
        who: Standing(1 + sum(other > keys[who] for other in keys.values()), points[who])
        for who in people
    }


def _of_round(one: Round, rounds: Sequence[Round], who: int) -> Fraction:
    if who in one.byes:
        return _average(rounds, who)
    for table in one.tables:
        if who in table.people:
            return _of_table(table, rounds, who)
    return Fraction()


def _of_table(table: Played, rounds: Sequence[Round], who: int) -> Fraction:
    if not table.over or who in table.away:
        return Fraction()
    return _average(rounds, who) if table.ranks is None else _share(table.ranks, who)


def _share(ranks: Mapping[int, int], who: int) -> Fraction:
    """Return 100 times the share of the others who finished behind, ties half."""
    others = [rank for other, rank in ranks.items() if other != who]
    behind = sum(Fraction(rank > ranks[who]) + Fraction(rank == ranks[who], 2) for rank in others)
    return 100 * Fraction(behind) / len(others)


def _average(rounds: Sequence[Round], who: int, *, with_away: bool = True) -> Fraction:
    found: list[Fraction] = []
    for table in _finished(rounds, who):
        away = who in table.away
        if table.ranks is not None and (with_away or not away):
            found.append(Fraction() if away else _share(table.ranks, who))
    return _mean(found, Fraction(50))


def _strength(rounds: Sequence[Round], who: int) -> Fraction:
    met = [_average(rounds, other, with_away=False) for other, _ in _met(rounds, who)]
    return _mean(met, Fraction())


def _met(rounds: Sequence[Round], who: int) -> Iterator[tuple[int, Fraction]]:
    """Yield everyone whom somebody has met, and what they got against them, from 0 to 1."""
    for table in _finished(rounds, who):
        if table.ranks is None or who in table.away:
            continue
        own = table.ranks[who]
        for other, rank in table.ranks.items():
            if other != who and other not in table.away:
                yield other, Fraction((rank > own) + (rank >= own), 2)


def _firsts(rounds: Sequence[Round], who: int) -> int:
    tables = _finished(rounds, who)
    return sum(
        one.ranks is not None and one.ranks[who] == 1 and who not in one.away for one in tables
    )


def _finished(rounds: Sequence[Round], who: int) -> Sequence[Played]:
    tables = (table for one in rounds for table in one.tables)
    return [
        table for table in tables if who in table.people and table.over and table.ranks is not None
    ]


def _mean(figures: Sequence[Fraction], otherwise: Fraction) -> Fraction:
    return sum(figures, Fraction()) / len(figures) if figures else otherwise
