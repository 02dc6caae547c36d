"""Start the bot against the stand-in, changing nothing of discord.py but its URLs.

``python -m tests.wire.launch COMMAND...`` runs one command of the bot. Without a command it is a
nursery: it imports and draws everything once and forks a child for each line of JSON that it reads,
which has ``args``, ``env`` and ``log``; it answers with the child's number, and later with how each
child ended. A child is a process like any other, which begins in a tenth of the time.
"""

import gc
import json
import os
import selectors
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import partial
from io import FileIO
from pathlib import Path

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import compose
from bot.__main__ import main
from bot.commands.compile import compile_kai
from bot.commands.run import run
from bot.face.rulebook import rulebook
from bot.games.faces import warm_up
from bot.games.registry import GAMES, ladder_of
from bot.getting_ready import load_kai
from bot.lesson import course_of
from bot.malloc import set_up_malloc
from db.engine.opening import open_engine
from db.engine.statements import writing_sql
from tests.helpers import PATIENCE
from tests.review.quickly import QuickReviews
from tests.wire import bare_bot, census, held, trapped

THREADS = "OPENBLAS_NUM_THREADS"
API = "WIRE_API"
GATEWAY = "WIRE_GATEWAY"

OTHERS: Mapping[str, Callable[[], int]] = {
    "bare": bare_bot.run,
    "drawing": partial(bare_bot.run, draws=True),
    "crowded": held.run_crowded,
    "held": held.run,
    "held, patient": partial(held.run, stop_seconds=PATIENCE),
    "patient": partial(run, stop_seconds=PATIENCE),
    "quick": partial(run, make_operation=QuickReviews, stop_seconds=PATIENCE),
    "trapped": trapped.run,
}
"""Programs that are started like commands of the bot."""

assert compose  # Imported so that the children need not.


def _aim() -> None:
    Route.BASE = os.environ[API]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    discord.asset.Asset.BASE = "http://127.0.0.1:1"


def _child(order: dict[str, object]) -> int:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    # The bot has set it when it was imported, and numpy, which reads it, may not be loaded yet.
    threads = os.environ[THREADS]
    os.environ.clear()
    os.environ.update({str(k): str(v) for k, v in dict(order["env"]).items()})  # type: ignore[call-overload]  # from JSON
    os.environ[THREADS] = threads
    log = os.open(str(order["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, nothing), (1, log), (2, log)):
        os.dup2(source, target)
    os.chdir(Path(str(order["log"])).parent)
    _aim()
    if census.CENSUS in os.environ:
        census.prepare()
    try:
        words = [str(word) for word in list(order["args"])]  # type: ignore[call-overload]  # from JSON
        other = OTHERS.get(words[0])
        return other() if other else main(words)
    except SystemExit as end:
        return int(end.code or 0)


def _prepare() -> None:
    """Do once what every bot does at its start: load Kai, lessons and rules, draw, compile SQL.

    Kai's machine code is made if it is missing: bots make it apart, and Kai is weaker meanwhile.

    What there is then is set aside: a bot would look for garbage in all of it, and each page that
    it has touched would become its own.
    """
    set_up_malloc()
    with redirect_stdout(sys.stderr):
        compile_kai()
    for game in GAMES:
        ladder_of(game)
        load_kai(game)
        course_of(game)
        rulebook(game)
    writing_sql(open_engine("sqlite+aiosqlite:///cards.db").dialect)
    warm_up(GAMES.values())
    gc.collect()
    gc.freeze()


def _nursery() -> None:
    _prepare()
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.set_wakeup_fd(writable)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    with selectors.DefaultSelector() as selector:
        orders = FileIO(sys.stdin.fileno(), closefd=False)  # No selector tells of what is buffered.
        selector.register(orders, selectors.EVENT_READ)
        selector.register(readable, selectors.EVENT_READ)
        alive: set[int] = set()
        try:
            while True:
                for key, _ in selector.select():
                    if key.fd == readable:
                        os.read(readable, 512)
                        alive.difference_update(_tell_ends())
                    elif number := _fork_one(orders):
                        alive.add(number)
                    else:
                        return
        finally:
            # The process that gave the orders is gone, perhaps killed: their bots must not live on.
            for number in alive:
                os.kill(number, signal.SIGKILL)


def _fork_one(orders: FileIO) -> int:
    """Carry out an order; return the child's process id, 0 if there are no more orders."""
    line = orders.readline()
    if not line:
        return 0
    order = json.loads(line)
    number = os.fork()
    if number == 0:
        status = 1
        try:
            status = _child(order)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    _tell({"started": number})
    return number


def _tell_ends() -> set[int]:
    """Report the children that have ended; return their process ids."""
    ended: set[int] = set()
    while True:
        try:
            number, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if number == 0:
            return ended
        ended.add(number)
        _tell({"ended": number, "status": os.waitstatus_to_exitcode(status)})


def _tell(what: dict[str, int]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        _aim()
        sys.exit(main(sys.argv[1:]))
    _nursery()
