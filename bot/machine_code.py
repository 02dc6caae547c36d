"""Kai's machine code: where it is kept, whether all of it is there, and whether it may be used.

A process that hosts tables makes none, because everything else in it would wait: there, a game's
strong levels are used once another process has made all that they need. Any other process makes
what it lacks.
"""

import os
import platform
import tempfile
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from shutil import copytree, rmtree
from typing import Final

from pydantic import BaseModel, ValidationError

_CODE: Final = Path(__file__).parent
_KEPT: Final = _CODE.parent / ".compiled"

_PROCESSOR: Final = ("model name", "flags", "CPU part", "Features")
"""The lines of Linux's description of a processor that its machine code depends on."""

_usable: frozenset[str] | None = None
"""The games whose code is used; None where what is missing is made."""


_apart: Path | None = None
"""Where this process keeps what it makes, if not in :func:`folder`."""


class NotMadeError(Exception):
    """Machine code is missing, and this process must not make it."""


class _Made(BaseModel):
    """What was made for a game: for which machine, and the files that there were then."""

    machine: str
    files: dict[str, str]


def use_only(games: Collection[str] | None) -> None:
    """Make no more machine code here, and let only these games use theirs; None: make it again."""
    global _usable  # noqa: PLW0603 - compiled functions belong to the whole process, too
    _usable = None if games is None else frozenset(games)


def is_usable(game: str) -> bool:
    """Whether the levels of a game that need machine code can be played here, now."""
    return _usable is None or game in _usable


def may_be_made() -> bool:
    """Whether this process makes what it lacks."""
    return _usable is None


@cache
def folder() -> Path:
    """Return where machine code is kept: by the code that it is made from.

    Numba looks only at the file that a function is in, not at what that calls. It reads nothing
    from a folder that it can't write to, as in a container: then a copy is used. Faces and lessons
    are not compiled.
    """
    folders = (_CODE / "kai", *_CODE.glob("games/*/kai"), *_CODE.glob("games/*/rules"))
    files = sorted(file for each in folders for file in each.rglob("*.py"))
    digest = sha256()
    for file in files:
        digest.update(file.read_bytes())
    kept = _KEPT / digest.hexdigest()[:16]
    if not os.access(_CODE.parent, os.W_OK):
        return _copy_of(kept)
    if _KEPT.is_dir() and not kept.is_dir() and os.access(_KEPT, os.W_OK):
        rmtree(_KEPT, ignore_errors=True)
    with suppress(OSError):
        # Another process that starts now has to see that the rest is new.
        kept.mkdir(parents=True, exist_ok=True)
    return kept


def keep_apart(where: Path) -> None:
    """Read and make code there from now on: what is added to a file spoils a note of others."""
    global _apart  # noqa: PLW0603 - a process has one place for them
    _apart = where


def used() -> Path:
    """Return where this process reads and makes code."""
    return _apart or folder()


def _copy_of(kept: Path) -> Path:
    """Return a copy for all processes of this user; the folder itself if there can't be one."""
    copy = Path(tempfile.gettempdir()) / f"card-night-{os.getuid()}-{kept.name}"
    try:
        copy.mkdir(mode=0o700, exist_ok=True)
        found = copy.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o077:
            return kept  # What is in it may be someone else's program.
        if kept.is_dir() and not any(copy.iterdir()):
            copytree(kept, copy, dirs_exist_ok=True)
    except OSError:
        return kept
    return copy


def is_made(game: str) -> bool:
    """Whether all that a game needs is there, unchanged, and for this machine; reads some 15 MB."""
    try:
        made = _Made.model_validate_json(_note(game).read_bytes())
    except (OSError, ValidationError):
        return False
    there = _files()
    return made.machine == _machine() and made.files.items() <= there.items()


def note_made(games: Collection[str]) -> None:
    """Note that all that these games need has been made; raises ``OSError``.

    Games share files, which change while one more is made: note all at once, at the end.
    """
    made = _Made(machine=_machine(), files=_files()).model_dump_json()
    for game in games:
        part = _note(game).with_suffix(f".{os.getpid()}")
        part.write_text(made, encoding="ascii")
        part.replace(_note(game))


def clear() -> None:
    """Remove what was made: it can't be read."""
    for file in folder().glob("*.made"):
        file.unlink(missing_ok=True)
    for part in folder().glob("*/"):
        rmtree(part, ignore_errors=True)


def _note(game: str) -> Path:
    return folder() / f"{game}.made"


def _files() -> dict[str, str]:
    """Return the digests of all files of machine code, by name."""
    where = folder()
    return {
        str(file.relative_to(where)): sha256(file.read_bytes()).hexdigest()
        for file in sorted(where.glob("*/*.nb[ci]"))
    }


def _machine() -> str:
    """Return a digest of what machine code depends on besides the code: equal where it runs."""
    known = [str(_CODE), platform.machine(), platform.python_version(), platform.processor()]
    known += [metadata.version(name) for name in ("numba", "llvmlite")]
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        known += sorted({line for line in lines if line.startswith(_PROCESSOR)})
    return sha256("\n".join(known).encode()).hexdigest()
