"""Worst-case inputs: the largest and costliest files that people can send."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.game.deck import SECRET_BYTES, Chance
from bot.game.plain_toml import MAX_LINE_LENGTH, MAX_LINES
from bot.game.record import Record
from bot.game.replay import check_record
from bot.games.chowpow.rules.deck_file import DEFAULT, read_deck_file
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.registry import GAMES
from bot.lab.bench.figure import Figure, ratio
from cogs.arguments.option_files import LARGEST_FILE

__all__ = ["figures_of_inputs", "long_record", "worst_decks"]

TIMES: Final = 5
"""How often each file is parsed; the shortest time counts."""

OPTIONS: Final[Mapping[str, int]] = {"max_turns": 100, "max_rounds": 100}
DRAGGING: Final = ("draw", "decline", "season", "discard")
"""The actions that make a match of Kabobo! as long as possible."""


def figures_of_inputs(size: int) -> Iterator[Figure]:
    """Measure the costliest deck files, and the check of a record of this size."""
    worst = max(_cpu(read_deck_file, text) for text in worst_decks())
    usual = _cpu(read_deck_file, DEFAULT.read_text("utf-8"))
    yield Figure(
        f"CPU the worst deck, {LARGEST_FILE // 1024} KiB",
        f"{worst * 1e3:.2f} ms",
        f"{usual * 1e3:.2f} ms, the usual deck",
        ratio(worst, usual),
    )
    record = long_record(size)
    checked = _cpu(lambda text: check_record(text, GAMES), record)
    yield Figure(f"CPU a record of {size // 1024} KiB, checked", f"{checked * 1e3:.1f} ms")


def worst_decks() -> Iterator[str]:
    """Yield the costliest texts that still reach the TOML parser: with many small values."""
    for line in ("{}=1", "{}.a=1", "[{}.a]", '{}="' + "\\\\" * 12 + '"', "{}=1979-05-27T07:32:00Z"):
        yield _fitted(line.format(f"a{number}") for number in range(MAX_LINES))
    for item in ("1,", '"",', "[],"):
        row = item * (LARGEST_FILE // MAX_LINES // len(item) - 1)
        yield _fitted(("x = [", *(row[:MAX_LINE_LENGTH] for _ in range(MAX_LINES - 2)), "]"))


def long_record(size: int) -> str:
    """Return the record of a long legal match of Kabobo!, at most ``size`` bytes."""
    chance = Chance(bytes(SECRET_BYTES), ("",) * 6)
    state, _ = KABOBO.new(KaboboOptions(**OPTIONS), 6, chance)
    record = Record(KABOBO.name, chance.secret, ("a",) * 6, ("",) * 6, tuple(OPTIONS.items()))
    actions: list[tuple[int, str]] = []
    room = size - len(str(record))
    while to_act := KABOBO.to_act(state):
        seat = min(to_act)
        legal = KABOBO.legal(state, seat)
        action = next((a for word in DRAGGING for a in legal if str(a).startswith(word)), legal[0])
        room -= len(f"{seat} {action}\n")
        if room < 0:
            break
        actions.append((seat, str(action)))
        state, _ = KABOBO.apply(state, seat, action)
    return str(replace(record, actions=tuple(actions)))


def _fitted(lines: Iterable[str]) -> str:
    """Return as many lines as fit in a file."""
    text = "\n".join(lines)
    return text if len(text) <= LARGEST_FILE else text[:LARGEST_FILE].rpartition("\n")[0]


def _cpu(read: Callable[[str], object], text: str) -> float:
    """Return the CPU seconds of this thread for parsing a text, valid or not."""
    times = []
    for _ in range(TIMES):
        start = time.thread_time()
        with suppress(ValueError):  # It is not a deck, but it takes parsing to find out.
            read(text)
        times.append(time.thread_time() - start)
    return min(times)
