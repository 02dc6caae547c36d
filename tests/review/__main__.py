"""``python -m tests.review``: like ``python -m bot.review.making``, with a fast adviser.

Its priority is the usual one. It does not begin as long as a file is there that a test holds it up
with.
"""

import os
import sys
import time
from pathlib import Path

from bot.review.making import main
from tests.review.quick import quick_advisers

HOLD = "REVIEW_HOLD"
"""The environment variable with that file."""

LOOK = 0.02


def wait_for(hold: str) -> None:
    while hold in os.environ and Path(os.environ[hold]).exists():
        time.sleep(LOOK)


if __name__ == "__main__":
    wait_for(HOLD)
    sys.exit(main(quick_advisers, nice=0))
