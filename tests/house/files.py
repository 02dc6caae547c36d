"""The repository's files, as git knows them."""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file of the repository that git tracks or would track, relative to its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = filter(None, listed.stdout.split("\0"))
    return tuple(Path(name) for name in sorted(names) if (ROOT / name).is_file())


@cache
def python_files() -> tuple[Path, ...]:
    """Return the Python files among them, the tests' too."""
    return tuple(path for path in tracked() if path.suffix == ".py")


_UNITS: Final = {"seconds": 1_000, "minutes": 60_000, "hours": 3_600_000, "days": 86_400_000}


def is_told(value: float, number: str, unit: str) -> bool:
    """Whether a document tells a number of the code, milliseconds perhaps in a larger unit."""
    told = float(number.replace(",", ""))
    return value in {told, told * _UNITS.get(unit, 1)}
