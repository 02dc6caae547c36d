"""Where the golden playthroughs are: each beside the tests of its game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

GAMES: Final = Path(__file__).parents[1] / "games"


def record_file(game: str, label: str) -> Path:
    """Return the file of a game's playthrough, such as that of ``2-seats`` or ``special``."""
    return GAMES / game / "playthroughs" / f"{label}.record"


def record_files(game: str = "*") -> Sequence[Path]:
    """Return the files of all playthroughs of a game, or of every game."""
    return sorted(GAMES.glob(f"{game}/playthroughs/*.record"))
