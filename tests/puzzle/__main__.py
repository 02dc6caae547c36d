"""``python -m tests.puzzle``: like ``python -m bot.puzzle.making``, with fast judges.

It waits as ``python -m tests.review`` does, for a file of its own.
"""

import sys

from bot.puzzle.making import main
from tests.puzzle.quick import quick_judges
from tests.review.__main__ import wait_for

HOLD = "PUZZLE_HOLD"

if __name__ == "__main__":
    wait_for(HOLD)
    sys.exit(main(quick_judges, nice=0))
