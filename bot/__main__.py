"""The command line: ``python -m bot COMMAND``."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from bot.commands.console import (
    add_command,
    handle_broken_pipe,
    replace_missing_signs,
    whole_number,
)
from bot.settings import SettingsError, check_database_url

UNUSABLE = 2
"""The exit status for invalid settings or arguments."""

TIMEOUT = 5.0
"""Seconds to wait for the running bot's health; it gives its database two."""

HERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - only looked up, never bound
"""By which to reach a bot that listens on all addresses."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line, without the passwords in it."""

    def error(self, message: str) -> NoReturn:
        # Not at the top: it loads all games, which would double what a health check costs.
        from bot.operation.log import redactor

        super().error(redactor()(message))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(prog="python -m bot", description="Hosts card-game nights on Discord.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_command(commands, "run", "run the bot on Discord", _run)
    local = add_command(commands, "local", "play in the browser, without Discord", _local)
    local.add_argument("--port", type=whole_number, default=8765, help="of the page (8765)")
    local.add_argument("--game", help="open a table of this game")
    local.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of that game; may be repeated",
    )
    local.add_argument("--pace", type=float, default=1.2, help="seconds before Kai's turn (1.2)")
    local.add_argument("--signs", action="store_true", help="text instead of cards on buttons")
    local.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the tables there")
    local.add_argument(
        "--no-open", dest="open_browser", action="store_false", help="leave the browser closed"
    )
    _add_record(commands)
    add_command(
        commands,
        "compile",
        "get Kai to full strength (a minute)",
        "bot.commands.compile:compile_kai",
    )
    add_command(
        commands, "doctor", "check token, database and the rest", "bot.doctor.all_checks:doctor"
    )
    add_command(commands, "health", "check the running bot", _health)
    _add_database(commands)
    _add_league(commands)
    new = add_command(
        commands, "new-game", "make the folder of a new game", "bot.commands.new_game:new_game"
    )
    new.add_argument("name", help="such as golf")
    new.add_argument("--title", help="as people call it (Golf)")
    checked = add_command(
        commands, "check-game", "list what a game lacks", "bot.commands.check_game:check_game"
    )
    checked.add_argument("name")
    add_command(commands, "settings", "print .env.example", _settings)
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


def _add_record(commands: "argparse._SubParsersAction[_Parser]") -> None:
    record = commands.add_parser("record", help="check, show or review a record")
    verbs = record.add_subparsers(required=True, metavar="check|show|review")
    check = add_command(
        verbs, "check", "prove a record's deal and scores", "bot.commands.record:check"
    )
    check.add_argument("file", type=Path)
    show = add_command(verbs, "show", "print a position", "bot.commands.record:show")
    show.add_argument("file", type=Path)
    show.add_argument("--at", type=whole_number, metavar="N", help="after N actions (default: all)")
    show.add_argument("--seat", type=whole_number, help="as it sees it (default: a spectator)")
    show.add_argument("--picture", type=Path, metavar="PNG", help="draw it into this file instead")
    review = add_command(verbs, "review", "show the chances to win", "bot.commands.record:review")
    review.add_argument("file", type=Path)
    review.add_argument(
        "--made", type=Path, metavar="JSON", help="from python -m bot.review.making"
    )
    review.add_argument("--picture", type=Path, metavar="PNG", help="draw them into this file")


def _server(text: str) -> int:
    """Parse a server's id, which has up to 19 digits; raises ``ArgumentTypeError``."""
    if not (text.isascii() and text.isdecimal() and text[0] != "0" and int(text[:20]) < 1 << 63):
        raise argparse.ArgumentTypeError(f"“{text}” isn't the id of a server")
    return int(text)


def _add_database(commands: "argparse._SubParsersAction[_Parser]") -> None:
    database = commands.add_parser("db", help="upgrade, back up or move the database")
    verbs = database.add_subparsers(required=True, metavar="upgrade|backup|move")
    add_command(verbs, "upgrade", "upgrade the schema", "bot.commands.database:upgrade")
    backup = add_command(
        verbs, "backup", "copy the database while the bot runs", "bot.commands.database:backup"
    )
    backup.add_argument("file", type=Path)
    move = add_command(
        verbs, "move", "copy another database into this one", "bot.commands.database:move"
    )
    move.add_argument(
        "old_url",
        type=_database_url,
        metavar="OLD_URL",
        help="the other: sqlite+aiosqlite:///FILE or postgresql+asyncpg://…",
    )


def _add_league(commands: "argparse._SubParsersAction[_Parser]") -> None:
    league = commands.add_parser("league", help="recount or export the league")
    verbs = league.add_subparsers(required=True, metavar="rebuild|export")
    rebuild = add_command(
        verbs, "rebuild", "recount the league, while no bot runs", "bot.commands.league:rebuild"
    )
    rebuild.add_argument("--guild", type=_server, metavar="ID", help="of this server alone")
    export = add_command(
        verbs, "export", "write a server's matches as tables", "bot.commands.league:export"
    )
    export.add_argument("guild", type=_server, metavar="ID", help="the server")
    export.add_argument("file", type=Path, metavar="ZIP", help="a new file")


def _database_url(text: str) -> str:
    """Read a database's URL; argparse tells what is wrong with it, and does not repeat it."""
    try:
        check_database_url(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _run(_: argparse.Namespace) -> int:
    from bot.settings import Settings, load

    load(Settings)  # What is wrong with them is told before anything else takes its time.
    from bot.commands.run import run

    return run()


def _local(arguments: argparse.Namespace) -> int:
    from bot.local.play import Wishes, main as play

    given = {name: value for name, value in vars(arguments).items() if name != "command"}
    return play(Wishes(**given))


def _health(_: argparse.Namespace) -> int:
    """Print what is wrong with the running bot, if anything; the status is 0 if it is healthy."""
    from http.client import HTTPConnection, HTTPException
    from json import loads

    from bot.settings import HouseSettings, load

    settings = load(HouseSettings)
    if settings.operation_port is None:
        return _fail("Health checks are off: CARDS_OPERATION_PORT isn't set.")
    host = HERE.get(settings.operation_host, settings.operation_host)
    connection = HTTPConnection(host, settings.operation_port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        faults = loads(connection.getresponse().read())["faults"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return _fail("The bot doesn't answer.")
    finally:
        connection.close()
    if faults:
        return _fail("; ".join(f"{name}: {fault}" for name, fault in faults.items()))
    print("The bot is healthy.")
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _settings(_: argparse.Namespace) -> int:
    from bot.settings import example

    print(example(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
