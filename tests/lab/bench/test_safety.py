"""The measure of secrecy finds what depends on hidden cards, and nothing where nothing does."""

import itertools

from bot.game.plain_toml import read_plain_toml
from bot.game.replay import check_record
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.tables.sight import look
from bot.tables.state import TableState
from cogs.core.arguments import LARGEST_FILE
from cogs.core.page import Page
from lab.bench.safety import (
    TablePair,
    answer,
    differences,
    long_record,
    median_between,
    table_pairs,
    worst_decks,
)
from tests.tables.house import HandClock
from tests.wire.watch.truth import noting


def test_twins_are_the_same_to_those_who_click() -> None:
    for pair in itertools.islice(table_pairs(), 100):
        assert look(pair.rising, pair.seat) == look(pair.falling, pair.seat)
        assert pair.rising.position != pair.falling.position


def test_equal_times_are_found_equal() -> None:
    clock = HandClock()

    def do(table: TableState, pair: TablePair) -> Page:
        clock.advance(1)
        return answer(table, pair)

    usual, longer = differences(itertools.islice(table_pairs(), 200), do, clock.now)
    assert usual == 1000
    assert len(longer) > 50
    assert median_between(longer) == (0, 0, 0)


def test_a_time_that_depends_on_a_hidden_card_is_found() -> None:
    clock = HandClock()

    def do(table: TableState, pair: TablePair) -> Page:
        clock.advance(1 + 0.005 * _first_hidden(table, pair).isdecimal())
        return answer(table, pair)

    _, longer = differences(itertools.islice(table_pairs(), 200), do, clock.now)
    low, _, high = median_between(longer)
    assert not low <= 0 <= high


def _first_hidden(table: TableState, pair: TablePair) -> str:
    seen: list[str] = []
    KAPOW.permute_unknown(table.position, pair.seat, noting(seen))
    return seen[0]


def test_the_worst_decks_are_given_to_the_parser_whole() -> None:
    texts = list(worst_decks())
    assert all(read_plain_toml(text) for text in texts)
    assert 0.9 * LARGEST_FILE < max(map(len, texts)) <= LARGEST_FILE


def test_the_long_record_is_legal_and_as_long_as_asked_for() -> None:
    record = long_record(10_000)
    assert 9_900 < len(record) <= 10_000
    assert "actions are legal" in check_record(record, GAMES)
