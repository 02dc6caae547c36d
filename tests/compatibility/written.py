"""What the version before has written down."""

import json
from pathlib import Path
from typing import Any, Final

from tests.compatibility.reworded import in_todays_words

FOLDER: Final = Path(__file__).parent / "before"


def _written(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    today: dict[str, Any] = in_todays_words(found)
    return today


RECORDS: Final = _written("records")
"""What it said of each record, by the name of its file."""

EVENING: Final = _written("evening")
"""What it said of its database."""


def record_text(name: str) -> str:
    """Return a record, byte by byte."""
    return (FOLDER / f"{name}.record").read_bytes().decode("utf-8")


def as_json(told: Any) -> Any:  # noqa: ANN401 - whatever JSON can be
    """Return what today's code says as it would be read again."""
    return json.loads(json.dumps(told))
