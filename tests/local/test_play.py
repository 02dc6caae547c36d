"""The command behind ``make play``: its address, its port, its end."""

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.local.running import running
from tests.local.tab import State, Tab, http_to, open_tab


def test_the_command_line_is_read_before_what_takes_seconds_to_import() -> None:
    code = "import sys, bot.local.play; sys.exit('simcord' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough)]
)
def test_it_serves_a_page_until_it_is_stopped(how: signal.Signals) -> None:
    with running("--port", "0", "--game", "kapow", "--option", "rounds=2") as session:
        with urlopen(session.address) as answer:  # noqa: S310 - on this machine
            assert answer.status == 200
        finished = session.end(how)
    assert (finished.status, finished.errors) == (0, "")
    assert finished.output.count("http://") == 1
    assert "Card night is open" in finished.output
    assert "Viewing as" in finished.output


def test_after_a_pulled_plug_the_same_table_goes_on(tmp_path: Path) -> None:
    """With real processes: the first one is killed with no time to say anything."""
    keep = tmp_path / "kept" / "here"
    kept = ("--port", "0", "--keep", str(keep), "--signs")
    with running(*kept, "--game", "kapow", "--pace", "0.1") as session:
        before = asyncio.run(_play_on(session.address, "Start"))
        finished = session.end(signal.SIGKILL)
    assert finished.status == -signal.SIGKILL
    assert f"make play KEEP={keep}" in finished.output
    with running(*kept) as session:
        after = asyncio.run(_play_on(session.address))
        finished = session.end(signal.SIGTERM)
    assert (finished.status, finished.errors) == (0, "")
    assert after == before


async def _play_on(address: str, *labels: str) -> str:
    async with http_to(address) as http:
        mina = await open_tab(http)
        for label in labels:
            await mina.click(label)
        return str(_words((await _hand(mina))["components"]))


async def _hand(mina: Tab) -> State:
    await mina.click("My hand")
    await mina.reads("pick the first")  # Kai may have to move before that.
    shown: list[State] = [*mina.state["messages"].values()]
    return [message for message in shown if "pick the first" in str(message)][-1]


def _words(parts: list[dict[str, Any]]) -> list[Any]:
    """What can be read of a message's parts, without the ids that are new in every world."""
    return [
        (part.get("content", "").rpartition(" · ")[0], part.get("label"), part.get("disabled"))
        if "components" not in part
        else _words(part["components"])
        for part in parts
    ]


@pytest.mark.thorough
async def test_cards_are_on_buttons_a_little_after_the_start() -> None:
    with running("--port", "0", "--game", "kapow", "--pace", "0.1") as session:
        async with http_to(session.address) as http:
            mina = await open_tab(http)
            await mina.click("Start")
            while "kapow_hidden" not in str(await _hand(mina)):
                await asyncio.sleep(1)
                await mina.refresh()


@pytest.mark.thorough
def test_a_folder_is_for_one_session_at_a_time(tmp_path: Path) -> None:
    with running("--port", "0", "--keep", str(tmp_path)) as session:
        assert session.address
        with running("--port", "0", "--keep", str(tmp_path)) as second:
            finished = second.finish()
    assert (finished.status, finished.output) == (1, "")
    assert finished.errors == f"Another session is using the folder {tmp_path}.\n"


def test_a_folder_that_cannot_be_made_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with running("--port", "0", "--keep", str(tmp_path / "file" / "kept")) as session:
        finished = session.finish()
    assert (finished.status, finished.output) == (1, "")
    assert ": Not a directory." in finished.errors


@pytest.mark.thorough
def test_a_taken_port_is_replaced_and_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running("--port", str(port)) as session:
            address = session.address
            finished = session.end()
    assert f":{port}/" not in address
    assert f"Port {port} is taken" in finished.output
    assert finished.status == 0


def test_it_says_so_if_no_port_is_free() -> None:
    with running("--port", "65536") as session:
        finished = session.finish()
    assert finished.status != 0
    assert "65536" in finished.errors
    assert "Traceback" not in finished.errors


def test_a_game_that_is_not_there_is_said_at_once() -> None:
    with running("--port", "0", "--game", "chess") as session:
        finished = session.finish()
    assert (finished.status, finished.output) == (1, "")
    assert finished.errors.startswith("There's no game called “chess”: choose from kapow")
    assert finished.errors.count("\n") == 1
