"""The repository's files, as git knows them."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cogs", "db")


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file of the repository that git tracks or would track, relative to its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(Path(line) for line in listed.stdout.splitlines() if (ROOT / line).is_file())


@cache
def sources() -> tuple[Path, ...]:
    """Return the Python files of the packages, relative to the root."""
    return tuple(path for path in tracked() if path.suffix == ".py" and path.parts[0] in PACKAGES)
