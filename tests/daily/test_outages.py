"""Days through outages: when they end, and which of them break no streak."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.day import DAY, span_of
from bot.daily.outages import GAP, LOST, REST, ends_at, lost_days, outages
from bot.daily.streak import longest_streak, streak
from bot.league.periods import Span

MINUTE = 60_000
BEGINS, ENDS = span_of(10)


@pytest.mark.parametrize(
    ("outage", "end"),
    [
        (Span(ENDS - 60 * MINUTE, ENDS + 30 * MINUTE), ENDS + 90 * MINUTE),
        (Span(ENDS - MINUTE, ENDS + MINUTE), ENDS + MINUTE + REST),
        (Span(ENDS - MINUTE, ENDS), ENDS + REST),
        (Span(ENDS - 60 * MINUTE, ENDS - MINUTE), ENDS),  # Over before midnight.
        (Span(ENDS, ENDS + 60 * MINUTE), ENDS),  # Of the next day.
        (Span(BEGINS - MINUTE, ENDS + MINUTE), ENDS),  # Nobody could begin on that day.
        (Span(BEGINS, ENDS + 9 * DAY), ENDS + DAY),  # A day at most.
    ],
)
def test_a_day_does_not_end_in_an_outage_that_began_on_it(outage: Span, end: int) -> None:
    assert ends_at(10, [outage]) == end


@given(st.lists(st.tuples(st.integers(GAP + 1, DAY), st.integers(1, DAY)), max_size=9))
def test_outages_and_presence_take_turns(lengths: list[tuple[int, int]]) -> None:
    at, presence, expected = BEGINS, [Span(BEGINS, BEGINS)], list[Span]()
    for away, there in lengths:
        expected.append(Span(at, at + away))
        presence.append(Span(at + away, at + away + there))
        at += away + there
    assert list(outages(presence, at + GAP)) == expected
    assert list(outages(presence, at + GAP + 1)) == [*expected, Span(at, at + GAP + 1)]
    assert outages([], at) == []


@pytest.mark.parametrize(
    ("outage", "lost"),
    [
        (Span(BEGINS, BEGINS + LOST - 1), set[int]()),
        (Span(BEGINS, BEGINS + LOST), {10}),
        (Span(ENDS - MINUTE, ENDS + LOST), {10, 11}),
        (Span(BEGINS - 1, ENDS + DAY), {9, 10, 11, 12}),
    ],
)
def test_a_day_with_a_long_outage_is_lost(outage: Span, lost: set[int]) -> None:
    assert lost_days([outage]) == lost


@given(played=st.sets(st.integers(1, 60)), lost=st.sets(st.integers(1, 60)))
def test_a_lost_day_breaks_no_streak_and_takes_no_free_day(
    played: set[int], lost: set[int]
) -> None:
    assert streak(played, 61, lost) >= streak(played, 61)
    assert longest_streak(played, lost) >= longest_streak(played)
    assert streak(played, 61, set(range(1, 61))) == len(played)
    assert streak([1, 2, 5], 5, [3, 4]) == streak([1, 2, 5], 6, [3, 4]) == 3
    assert streak([5, 8], 8, [6, 7]) == 2, "the free day of the week is left"
