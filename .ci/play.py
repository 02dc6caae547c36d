"""What the README tells a newcomer to do first: ``make play``, open the address, Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import threading
from http.client import HTTPConnection
from urllib.parse import urlsplit

PATIENCE = 600
"""Seconds that it may take, once everything is installed.

Kai's code is compiled in it: half a minute, and many times that on a busy machine."""


def main() -> int:
    """Start it, open its page, end it as a terminal does; return 0 if all that worked."""
    with subprocess.Popen(
        ["make", "play"], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as make:
        guard = threading.Timer(PATIENCE, os.killpg, (make.pid, signal.SIGKILL))
        guard.start()
        try:
            address = next(filter(None, map(_address, make.stdout or ())), None)
            answered = address is not None and _answers(address)
            # A terminal sends Ctrl-C to everything that runs in it, make included.
            os.killpg(make.pid, signal.SIGINT)
            rest = "".join(make.stdout or ())
            status = make.wait()
        finally:
            guard.cancel()
    well = answered and status in (0, -signal.SIGINT) and "Traceback" not in rest
    print(f"make play: {address} {'answered' if answered else 'was silent'}; status {status}")
    return 0 if well else 1


def _address(line: str) -> str | None:
    found = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
    return found[0] if found else None


def _answers(address: str) -> bool:
    place = urlsplit(address)
    connection = HTTPConnection(place.netloc, timeout=30)
    connection.request("GET", place.path)
    answer = connection.getresponse()
    return answer.status == 200 and b"<html" in answer.read().lower()


if __name__ == "__main__":
    sys.exit(main())
