"""What a start needs, and what it does without."""

import subprocess
import sys

UNNEEDED = (
    "alembic",
    "asyncpg",
    "jinja2",
    "numba",
    "numpy",
)
"""What only some commands, levels or databases need, and what takes long to import."""

STARTED = f"""
import sys
import bot.compose
print(*[name for name in {UNNEEDED!r} if name in sys.modules])
"""


def test_a_start_on_sqlite_imports_nothing_that_it_does_not_need() -> None:
    found = subprocess.run([sys.executable, "-c", STARTED], check=True, capture_output=True)
    assert found.stdout.decode().split() == []


def test_the_first_import_already_collects_garbage_rarely() -> None:
    """Modules stay: looking through them again and again took a fifth of a start."""
    program = "import gc, bot; assert bot and gc.get_threshold()[0] == 10_000"
    subprocess.run([sys.executable, "-c", program], check=True)
