"""A click passes few files on its way to the database, so that a reader can follow it."""

import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from tests.cogs.guest import Guest
from tests.cogs.world import World

ROOT = Path(__file__).parents[2]

MOST_FILES = 18
MOST_CHANGES = 36
"""Half of the 39 files and 77 changes from file to file that were counted before decision 25."""

HOUSE = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "db"))
WORLD = f"{ROOT / 'bot' / 'local'}/"
"""The simulated Discord, whose clock is asked here."""
LISTENING = str(ROOT / "cogs" / "buttons" / "clicks.py")
WRITING = str(ROOT / "db" / "engine" / "writer.py")


class Walk:
    """The house's files whose functions are called, in order, from the click to the write."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:  # noqa: ANN401 - as sys has it
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(HOUSE) or file.startswith(WORLD):
            return
        if WRITING in self.files:
            return
        if self.files or file == LISTENING:
            self.files.append(file)


async def _take_from_draw_pile(guest: Guest) -> str:
    """Play up to a turn's beginning; return the custom id of the button that takes a card."""
    await guest.act("reveal 1t 1m")
    return next(custom_id for custom_id in guest.hand.ids if custom_id.endswith("take draw"))


async def test_a_move_passes_few_files_until_its_write_is_queued(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    button = await _take_from_draw_pile(first)
    before, walk = (await world.state()).ply, Walk()
    sys.setprofile(walk)
    try:
        await first.press_id(button)
    finally:
        sys.setprofile(None)
    assert (await world.state()).ply == before + 1
    assert walk.files[-1] == WRITING
    files = [str(Path(file).relative_to(ROOT)) for file in dict.fromkeys(walk.files)]
    assert len(files) <= MOST_FILES, "\n".join(files)
    assert sum(one != other for one, other in pairwise(walk.files)) <= MOST_CHANGES
