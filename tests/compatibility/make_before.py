# It imports modules of the version before, which are not there any more.
# mypy: ignore-errors
"""Write what the tests read: to be run in a checkout of the version before; see README.md."""

import asyncio
import json
import tempfile
from pathlib import Path

from tests.compatibility.make_evening import dump, evening
from tests.compatibility.make_records import record_told, records

FOLDER = Path(__file__).parent / "before"


async def main() -> None:
    """Write the records, the database, and what this version says of them."""
    FOLDER.mkdir(exist_ok=True)
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        async for name, text in records(Path(folder) / "records.db"):
            (FOLDER / f"{name}.record").write_text(text, "utf-8")
            told[name] = record_told(text)
        _write("records", told)
        file = Path(folder) / "evening.db"
        _write("evening", await evening(file))
        (FOLDER / "evening.sql").write_text(dump(file), "utf-8")


def _write(name: str, told: object) -> None:
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
