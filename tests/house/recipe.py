"""What a document tells its reader to do, read from its boxes and carried out."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.helpers import PATIENCE

BOX: Final = re.compile(
    r"(?:^`(?P<file>[^`]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
"""A fenced block, after the path of a file on a line of its own if it belongs to one."""


@dataclass(frozen=True, slots=True)
class Box:
    """A fenced block: of which kind, about which file, what it says."""

    kind: str
    file: str | None
    text: str


def boxes(document: Path) -> Iterator[Box]:
    for found in BOX.finditer(document.read_text("utf-8")):
        yield Box(found["kind"], found["file"], found["text"])


def follow(box: Box, folder: Path) -> None:
    """Do in a folder what a box says (run, change, add or write), or raise ``ValueError``."""
    if box.kind == "sh":
        _run(box.text, folder)
        return
    if box.file is None:
        raise ValueError(f"this box is about no file: {box.text}")
    file = folder / box.file
    if box.kind == "diff":
        file.write_text(_changed(file.read_text("utf-8"), box.text.splitlines()), "utf-8")
    elif box.kind == "markdown":
        file.write_text(f"{file.read_text('utf-8')}\n{box.text}", "utf-8")
    elif file.exists():
        raise ValueError(f"{box.file} is there already")
    else:
        file.write_text(box.text, "utf-8")


def _run(commands: str, folder: Path) -> None:
    """Run commands; ``python`` is the one that runs this."""
    paths = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": paths},
        check=True,
        timeout=PATIENCE,
    )


def _changed(text: str, difference: Sequence[str]) -> str:
    """Return a text with each line that is marked ``+`` after the line that stands above it."""
    lines, at = text.splitlines(), 0
    for change in difference:
        mark, line = change[:1], change[1:]
        if mark == "+":
            lines.insert(at, line)
        else:
            at = lines.index(line, at)
        at += 1
    return "\n".join((*lines, ""))
