"""``python -m bot compile``: make Kai's machine code, so that nobody waits for it at a table."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from typing import Final

from bot import machine_code
from bot.games.registry import TITLES
from bot.getting_ready import load_kai

MISSING: Final = "Kai isn't at full strength at {games}. Install Numba: pip install numba"
NOT_KEPT: Final = "Can't write Kai's machine code to {folder}."


def compile_kai() -> int:
    """Make what is not made yet, each game in a process of its own; return the exit status.

    The compiler uses one core only. Where another process is at it, wait for that.
    """
    with _alone():
        missing = [game for game in _games() if not machine_code.is_made(game)]
        made = _made(missing)
        if None in made.values():  # What was there can't be read: it is made again.
            machine_code.clear()
            made = _made(_games())
        if made:
            # Those made before, too: their shared files may have changed.
            with suppress(OSError):
                machine_code.note_made([game for game in _games() if made.get(game, True)])
    plain = [TITLES[game].rules.title for game, is_compiled in made.items() if not is_compiled]
    if plain:
        print(MISSING.format(games=", ".join(plain)))
    elif not all(map(machine_code.is_made, made)):
        print(NOT_KEPT.format(folder=machine_code.folder()))
        return 1
    else:
        print("Kai is ready.")
    return 0


def _games() -> Sequence[str]:
    return [name for name, title in TITLES.items() if title.kai.prepare]


def _made(games: Sequence[str]) -> dict[str, bool | None]:
    """Make the code of some games; return whether there is a compiler, None where it failed."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return dict(zip(games, pool.map(_make, games), strict=True))


def _make(game: str) -> bool | None:
    try:
        return load_kai(game)
    except Exception:  # noqa: BLE001 - a damaged file may raise anything; it is made again
        return None


@contextmanager
def _alone() -> Iterator[None]:
    with ExitStack() as locked:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock  # noqa: PLC0415 - not on Windows

            lock = locked.enter_context((machine_code.folder() / "lock").open("wb"))
            flock(lock, LOCK_EX)
        yield
