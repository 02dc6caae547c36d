"""The command line: ``python -m bot COMMAND``."""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from bot.commands.printing import handle_broken_pipe, replace_missing_signs
from bot.game.numbers import read_number
from bot.operation.redaction import redactor
from bot.settings import SettingsError, check_database_url

__all__ = ["main", "parser"]

UNUSABLE = 2
"""The exit status for invalid settings or arguments."""

STOPPED = 130
"""The exit status after Ctrl-C, as in shells."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line, without the passwords in it."""

    def error(self, message: str) -> NoReturn:
        super().error(redactor()(message))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(prog="python -m bot", description="Hosts card-game nights on Discord.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add(commands, "run", "run the bot on Discord, with the settings of .env", _run)
    local = _add(commands, "local", "play in the browser, without Discord", _local)
    local.add_argument("--port", type=_whole, default=8765, help="the page's port (8765)")
    local.add_argument("--game", help="open a table of this game at the start")
    local.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of that game, as the lobby has it; may be repeated",
    )
    local.add_argument("--pace", type=float, default=1.2, help="seconds before Kai's turn (1.2)")
    local.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the tables there, and go on with them"
    )
    local.add_argument("--no-open", action="store_true", help="leave the browser closed")
    _add_record(commands)
    if find_spec("bot.lab"):  # not in the image
        bench = _add(commands, "bench", "measure this machine and print the figures", _bench)
        bench.add_argument("--quick", action="store_true", help="shorter runs, rougher figures")
        bench.add_argument(
            "--only",
            action="append",
            default=[],
            metavar="ROWS",
            help="only these rows, such as clicks or kais; may be repeated",
        )
        _add_arena(commands)
        _add_league_lab(commands)
        sheet = _add(commands, "contact-sheet", "draw pictures of all phases", _contact_sheet)
        sheet.add_argument("game", nargs="*", help="which games (all)")
        sheet.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the PNGs")
    _add(
        commands,
        "compile",
        "get Kai ready to play at full strength (a minute)",
        _compile,
    )
    _add(commands, "doctor", "check token, permissions, database and the rest", _doctor)
    _add(commands, "health", "check the health of the running bot", _health)
    _add_database(commands)
    _add_league(commands)
    _add(commands, "settings", "print .env.example", _settings)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; return the exit status."""
    replace_missing_signs()
    return handle_broken_pipe(lambda: _run_command(arguments))


def _run_command(arguments: Sequence[str] | None) -> int:
    parsed = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        return command(parsed)
    except SettingsError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        return UNUSABLE


def _add(
    commands: "argparse._SubParsersAction[_Parser]",
    name: str,
    purpose: str,
    command: Callable[[argparse.Namespace], int],
) -> _Parser:
    added = commands.add_parser(
        name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}."
    )
    added.set_defaults(command=command)
    return added


def _add_record(commands: "argparse._SubParsersAction[_Parser]") -> None:
    record = commands.add_parser("record", help="check, show or review a record file")
    verbs = record.add_subparsers(required=True, metavar="check|show|review")
    check = _add(verbs, "check", "replay a record and prove its deal and its scores", _check)
    check.add_argument("file", type=Path)
    show = _add(verbs, "show", "draw a position of a record as text", _show)
    show.add_argument("file", type=Path)
    show.add_argument("--at", type=_whole, metavar="N", help="after N actions (default: all)")
    show.add_argument("--seat", type=_whole, help="as that seat sees it (default: a spectator)")
    show.add_argument("--picture", type=Path, metavar="PNG", help="draw it into this file instead")
    review = _add(verbs, "review", "show how each player's chance to win changed", _review)
    review.add_argument("file", type=Path)
    review.add_argument("--made", type=Path, metavar="JSON", help="from python -m bot.review")
    review.add_argument("--picture", type=Path, metavar="PNG", help="draw it into this file")


def _add_arena(commands: "argparse._SubParsersAction[_Parser]") -> None:
    arena = _add(commands, "arena", "play programs against each other on equal deals", _arena)
    arena.add_argument("game", help="which game, such as kapow")
    arena.add_argument(
        "--seats",
        required=True,
        metavar="A,B[,C,D]",
        help="who plays: Kai's levels, random, a game's own, pool:HALF, or module:object",
    )
    arena.add_argument("--matches", type=_count, default=100, help="at least this many (100)")
    arena.add_argument("--seed", type=_whole, default=1, help="the seed of the deals (1)")
    arena.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    arena.add_argument(
        "--processes", type=_count, metavar="P", help="number of processes (one per core)"
    )
    arena.add_argument("--json", type=Path, metavar="FILE", help="also write all matches to a file")


def _add_league_lab(commands: "argparse._SubParsersAction[_Parser]") -> None:
    lab = _add(commands, "league-lab", "measure the ratings in simulated leagues", _league_lab)
    lab.add_argument("--leagues", type=_count, default=20, help="the mean of this many (20)")
    lab.add_argument("--seed", type=_whole, default=1, help="the seed of the leagues (1)")
    verbs = lab.add_subparsers(title="more", metavar="year | week")
    year = _add(verbs, "year", "play a year of a server, and recount its league", _league_year)
    year.add_argument("--people", type=_count, default=300, help="how many people play (300)")
    year.add_argument("--matches", type=_count, default=2000, help="how many matches (2000)")
    year.add_argument("--seed", type=_whole, default=1, help="the seed of the year (1)")
    year.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="for the database and pictures"
    )
    week = _add(
        verbs, "week", "live through a week of dailies and nights, and recount it", _daily_week
    )
    week.add_argument("--people", type=_count, default=200, help="how many people there are (200)")
    week.add_argument("--days", type=_count, default=7, help="how many days (7)")
    week.add_argument("--seed", type=_whole, default=1, help="the seed of the week (1)")
    week.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="for the database and the diary"
    )


def _whole(text: str) -> int:
    """Parse a whole number; raises ``ArgumentTypeError``."""
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn't a whole number") from None


def _count(text: str) -> int:
    """Parse a whole number from 1; raises ``ArgumentTypeError``."""
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _server(text: str) -> int:
    """Parse a server's id, which has up to 19 digits; raises ``ArgumentTypeError``."""
    if not (text.isascii() and text.isdecimal() and text[0] != "0" and int(text[:20]) < 1 << 63):
        raise argparse.ArgumentTypeError(f"“{text}” isn't the id of a server")
    return int(text)


def _add_database(commands: "argparse._SubParsersAction[_Parser]") -> None:
    database = commands.add_parser("db", help="upgrade, back up or move the database")
    verbs = database.add_subparsers(required=True, metavar="upgrade|backup|move")
    _add(verbs, "upgrade", "bring the database's schema up to date", _upgrade)
    backup = _add(verbs, "backup", "copy the database while the bot runs", _backup)
    backup.add_argument("file", type=Path)
    move = _add(verbs, "move", "copy everything from another database into this one", _move)
    move.add_argument(
        "old_url",
        type=_database_url,
        metavar="OLD_URL",
        help="where everything is now: sqlite+aiosqlite:///FILE or postgresql+asyncpg://…",
    )


def _add_league(commands: "argparse._SubParsersAction[_Parser]") -> None:
    league = commands.add_parser("league", help="recount or export the league")
    verbs = league.add_subparsers(required=True, metavar="rebuild|export")
    rebuild = _add(verbs, "rebuild", "recount the league from its results, without a bot", _rebuild)
    rebuild.add_argument("--guild", type=_server, metavar="ID", help="of this server alone")
    export = _add(verbs, "export", "write a server's matches as a table, to recount them", _export)
    export.add_argument("guild", type=_server, metavar="ID", help="the server")
    export.add_argument("file", type=Path, metavar="ZIP", help="a new file")


def _database_url(text: str) -> str:
    """Read a database's URL; argparse tells what is wrong with it, and does not repeat it."""
    try:
        check_database_url(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


# Each command imports its own modules, so that --help is quick.


def _run(_: argparse.Namespace) -> int:
    from bot.settings import Settings, load

    load(Settings)  # What is wrong with them is told before anything else takes its time.
    from bot.commands.run import run

    return run()


def _local(arguments: argparse.Namespace) -> int:
    from bot.local.play import Wishes
    from bot.local.play import main as play

    return play(
        Wishes(
            arguments.game,
            arguments.option,
            port=arguments.port,
            open_browser=not arguments.no_open,
            pace=arguments.pace,
            keep=arguments.keep,
        )
    )


def _check(arguments: argparse.Namespace) -> int:
    from bot.commands.record import check

    return check(arguments.file)


def _show(arguments: argparse.Namespace) -> int:
    from bot.commands.record import show

    return show(arguments.file, arguments.at, arguments.seat, arguments.picture)


def _review(arguments: argparse.Namespace) -> int:
    from bot.commands.record import review

    return review(arguments.file, arguments.made, arguments.picture)


def _bench(arguments: argparse.Namespace) -> int:
    from bot.lab.bench.table import bench

    return bench(quick=arguments.quick, only=arguments.only)


def _contact_sheet(arguments: argparse.Namespace) -> int:
    from bot.lab.pictures.contact_sheet import contact_sheet

    return contact_sheet(arguments.out, arguments.game)


def _arena(arguments: argparse.Namespace) -> int:
    try:
        from bot.lab.arena.command import arena

        return arena(
            arguments.game,
            arguments.seats,
            arguments.matches,
            arguments.seed,
            options=arguments.option,
            processes=arguments.processes,
            file=arguments.json,
        )
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED


def _league_lab(arguments: argparse.Namespace) -> int:
    from bot.lab.league.command import league_lab

    return league_lab(arguments.leagues, arguments.seed)


def _league_year(arguments: argparse.Namespace) -> int:
    from bot.lab.year.command import league_year
    from bot.lab.year.year import Plan

    plan = Plan(arguments.people, arguments.matches, arguments.seed)
    return league_year(plan, arguments.out)


def _daily_week(arguments: argparse.Namespace) -> int:
    from bot.lab.week.command import daily_week
    from bot.lab.week.week import Plan

    plan = Plan(arguments.people, arguments.days, arguments.seed)
    return daily_week(plan, arguments.out)


def _compile(_: argparse.Namespace) -> int:
    from bot.commands.compile import compile_kai

    return compile_kai()


def _doctor(_: argparse.Namespace) -> int:
    from bot.doctor.all_checks import doctor

    return doctor()


def _health(_: argparse.Namespace) -> int:
    from bot.commands.health import health

    return health()


def _upgrade(_: argparse.Namespace) -> int:
    from bot.commands.database import upgrade

    return upgrade()


def _backup(arguments: argparse.Namespace) -> int:
    from bot.commands.database import backup

    return backup(arguments.file)


def _move(arguments: argparse.Namespace) -> int:
    from bot.commands.database import move

    return move(arguments.old_url)


def _export(arguments: argparse.Namespace) -> int:
    from bot.commands.league import export

    return export(arguments.guild, arguments.file)


def _rebuild(arguments: argparse.Namespace) -> int:
    from bot.commands.league import rebuild

    return rebuild(arguments.guild)


def _settings(_: argparse.Namespace) -> int:
    from bot.settings import example

    print(example(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
