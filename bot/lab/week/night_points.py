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
    removed: frozenset[int] = frozenset()
    """Who was removed before half of their turns."""
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


_Key: TypeAlias = tuple[bool, Fraction, Fraction, Fraction, int]


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
            if _has_played(rounds, other) == _has_played(rounds, who)
            and (points[other], strengths[other]) == (points[who], strengths[who])
        ]
        results = [result for other, result in _met(rounds, who) if other in level]
        direct, there = _mean(results, Fraction(1, 2)), _has_played(rounds, who)
        return there, points[who], strengths[who], direct, _firsts(rounds, who)

    keys = {who: key(who) for who in people}
    return {
        who: Standing(1 + sum(other > keys[who] for other in keys.values()), points[who])
        for who in people
    }


def _has_played(rounds: Sequence[Round], who: int) -> bool:
    return any(who not in one.away | one.removed for one in _finished(rounds, who))


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
    share = _share(table, who)
    return min(Fraction(50), _average(rounds, who)) if share is None else share


def _share(table: Played, who: int) -> Fraction | None:
    """Return 100 times the share of those met who finished behind, ties half; None: met nobody."""
    if table.ranks is None or who in table.removed:
        return None
    own, beaten, level, ahead = table.ranks[who], 0, 0, 0
    for other, rank in table.ranks.items():
        if other == who or other in table.removed:
            continue
        beaten += rank > own
        level += rank == own and other not in table.away
        ahead += rank < own and other not in table.away
    met = beaten + level + ahead
    return Fraction(100 * beaten + 50 * level, met) if met else None


def _average(rounds: Sequence[Round], who: int, *, with_away: bool = True) -> Fraction:
    found: list[Fraction] = []
    for table in _finished(rounds, who):
        if who in table.away:
            found += [Fraction()] if with_away and table.ranks is not None else []
        elif (share := _share(table, who)) is not None:
            found.append(share)
    return _mean(found, Fraction(50))


def _strength(rounds: Sequence[Round], who: int) -> Fraction:
    met = [_average(rounds, other, with_away=False) for other, _ in _met(rounds, who)]
    return _mean(met, Fraction())


def _met(rounds: Sequence[Round], who: int) -> Iterator[tuple[int, Fraction]]:
    """Yield everyone whom somebody has met, and what they got against them, from 0 to 1."""
    for table in _finished(rounds, who):
        if table.ranks is None or who in table.away | table.removed:
            continue
        own = table.ranks[who]
        for other, rank in table.ranks.items():
            if other != who and other not in table.away | table.removed:
                yield other, Fraction((rank > own) + (rank >= own), 2)


def _firsts(rounds: Sequence[Round], who: int) -> int:
    """Return at how many tables nobody whom they met finished ahead of them."""
    tables = [one for one in _finished(rounds, who) if who not in one.away]
    return sum(
        one.ranks is not None
        and _share(one, who) is not None
        and not any(
            rank < one.ranks[who] and other not in one.away | one.removed
            for other, rank in one.ranks.items()
        )
        for one in tables
    )


def _finished(rounds: Sequence[Round], who: int) -> Sequence[Played]:
    tables = (table for one in rounds for table in one.tables)
    return [
        table for table in tables if who in table.people and table.over and table.ranks is not None
    ]


def _mean(figures: Sequence[Fraction], otherwise: Fraction) -> Fraction:
    return sum(figures, Fraction()) / len(figures) if figures else otherwise
