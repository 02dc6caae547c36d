"""The lab's command line: ``python -m lab COMMAND``."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.commands.console import (
    add_command,
    handle_broken_pipe,
    later,
    replace_missing_signs,
    whole_number,
)

STOPPED: Final = 130
"""The exit status after Ctrl-C, as in shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; return the exit status."""
    replace_missing_signs()
    return handle_broken_pipe(lambda: _run_command(arguments))


def _run_command(arguments: Sequence[str] | None) -> int:
    parsed = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    return command(parsed)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m lab", description="Measures and trains the bot.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    bench = add_command(
        commands, "bench", "measure this machine and print the figures", "lab.bench.table:bench"
    )
    bench.add_argument("--quick", action="store_true", help="shorter runs, rougher figures")
    bench.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="ROWS",
        help="only these rows, such as clicks or kais; may be repeated",
    )
    _add_arena(commands)
    week = add_command(
        commands,
        "week",
        "live through a week of dailies and nights, recount it and its league",
        "lab.week.command:daily_week",
    )
    week.add_argument("--days", type=_count, default=7, help="how many days (7)")
    week.add_argument("--people", type=_count, default=200, help="how many people there are (200)")
    week.add_argument("--seed", type=whole_number, default=1, help="the seed of the week (1)")
    week.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="for the database and the diary"
    )
    sheet = add_command(
        commands, "contact-sheet", "draw pictures of all phases", "lab.contact_sheet:contact_sheet"
    )
    sheet.add_argument("game", nargs="*", help="which games (all)")
    sheet.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the PNGs")
    return top


def _add_arena(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    arena = add_command(
        commands, "arena", "play programs against each other on equal deals", _arena
    )
    arena.add_argument("game", help="which game, such as kapow")
    arena.add_argument(
        "--seats",
        required=True,
        metavar="A,B[,C,D]",
        help="who plays: Kai's levels, random, a game's own, or module:object",
    )
    arena.add_argument("--matches", type=_count, default=100, help="at least this many (100)")
    arena.add_argument("--seed", type=whole_number, default=1, help="the seed of the deals (1)")
    arena.add_argument(
        "--option",
        action="append",
        dest="options",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    arena.add_argument(
        "--processes", type=_count, metavar="P", help="number of processes (one per core)"
    )
    arena.add_argument(
        "--json", dest="file", type=Path, metavar="FILE", help="also write all matches to a file"
    )


def _count(text: str) -> int:
    """Parse a whole number from 1; raises ``ArgumentTypeError``."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _arena(arguments: argparse.Namespace) -> int:
    try:
        return later("lab.arena.command:arena")(arguments)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
