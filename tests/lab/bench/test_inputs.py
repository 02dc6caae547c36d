"""The worst inputs that are measured are as bad as the bounds let them be, and no worse."""

from bot.game.plain_toml import read_plain_toml
from bot.game.replay import check_record
from bot.games.registry import GAMES
from bot.lab.bench.inputs import long_record, worst_decks
from cogs.arguments.option_files import LARGEST_FILE


def test_the_worst_decks_are_given_to_the_parser_whole() -> None:
    texts = list(worst_decks())
    assert all(read_plain_toml(text) for text in texts)
    assert 0.9 * LARGEST_FILE < max(map(len, texts)) <= LARGEST_FILE


def test_the_long_record_is_legal_and_as_long_as_asked_for() -> None:
    record = long_record(10_000)
    assert 9_900 < len(record) <= 10_000
    assert "actions are legal" in check_record(record, GAMES)
