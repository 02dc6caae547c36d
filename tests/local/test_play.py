"""The command behind ``make play``: its address, its port, its end."""

import signal
import socket
from urllib.request import urlopen

import pytest

from tests.local.running import running


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_a_page_until_it_is_stopped(how: signal.Signals) -> None:
    with running("--port", "0", "--game", "kapow", "--option", "rounds=2") as session:
        with urlopen(session.address) as answer:  # noqa: S310 - on this machine
            assert answer.status == 200
        finished = session.end(how)
    assert (finished.status, finished.errors) == (0, "")
    assert finished.output.count("http://") == 1
    assert "Kapow! is on the table" in finished.output
    assert "Viewing as" in finished.output


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
    assert finished.errors.startswith("There is no game “chess” here, only kapow")
    assert finished.errors.count("\n") == 1
