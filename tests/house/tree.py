"""The repository as the tests of the house see it: the files that belong to it."""

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

__all__ = ["ROOT", "belonging", "python_files"]

ROOT = Path(__file__).parents[2]


@cache
def belonging() -> Sequence[Path]:
    """Return the files that git tracks or would add, relative to the root."""
    told = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607 - git of the PATH
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return sorted(Path(name) for name in told.split("\0") if name and (ROOT / name).is_file())


def python_files() -> Sequence[Path]:
    """Return the Python files among them."""
    return [path for path in belonging() if path.suffix == ".py"]
