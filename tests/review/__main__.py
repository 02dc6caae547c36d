"""``python -m tests.review``: as ``python -m bot.review``, by an adviser in a hurry."""

import sys

from bot.review.__main__ import main
from tests.review.quick import quick_adviser

if __name__ == "__main__":
    sys.exit(main(quick_adviser))
