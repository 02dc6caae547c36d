"""The repository's files, as git knows them."""

import subprocess
from functools import cache
from pathlib import Path

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
