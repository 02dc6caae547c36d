"""What seldom happens in a game happens in its playthroughs: the special one, and with options.

A game's specials are ``SPECIALS`` in its ``playthroughs/special.py``; ``specials`` there finds
them in moments.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import get_args

import pytest

from bot.game.record import Record, parse_record
from bot.game.replay import Moment, replay
from bot.games.registry import GAMES
from tests.games.own import own
from tests.playthroughs.files import record_file, record_files
from tests.playthroughs.make import OPTIONS, SPECIAL

games = pytest.mark.parametrize(
    "game", [game for game in SPECIAL if own(game, "playthroughs.special", "SPECIALS", ())]
)


def records(game: str) -> Sequence[Record]:
    files = [file for file in record_files(game) if not file.stem.endswith("-seats")]
    return [parse_record(file.read_text("utf-8")) for file in files]


@cache
def matches(game: str) -> Sequence[Sequence[Moment]]:
    return [[*replay(record, GAMES)] for record in records(game)]


@games
def test_all_that_is_special_happens(game: str) -> None:
    module = import_module(f"tests.games.{game}.playthroughs.special")
    happened = {special for moments in matches(game) for special in module.specials(moments)}
    assert {*module.SPECIALS} - happened == set()


@games
def test_every_event_happens(game: str) -> None:
    """But for those that random matches don't reach either: the rules' own tests look at them."""
    declared = get_args(import_module(f"bot.games.{game}.rules.events").Event)
    happened = {
        type(event) for moments in matches(game) for moment in moments for event in moment.events
    }
    unreached: set[str] = own(game, "positions", "UNREACHED", set())
    assert {kind.__name__ for kind in {*declared} - happened} <= unreached
    assert happened <= {*declared}


@pytest.mark.parametrize("game", [game for game, options in OPTIONS.items() if options])
def test_every_option_has_a_match_where_options_have_them(game: str) -> None:
    chosen = {name for record in records(game) for name, _ in record.options}
    assert chosen == set(GAMES[game].options.model_fields)


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_whole_match_of_kapow_has_ten_rounds_k2_4(seats: int) -> None:
    record = parse_record(record_file("kapow", f"{seats}-seats").read_text("utf-8"))
    assert record.outcome is not None
    assert len(record.outcome.rounds) == 10
