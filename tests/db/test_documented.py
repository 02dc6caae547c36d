"""docs/storage.md lists exactly the tables and columns of the schema."""

import re
from pathlib import Path

from db import schema

PAGE = Path(__file__).parents[2] / "docs" / "storage.md"


def test_the_page_lists_the_schema() -> None:
    _, *sections = re.split(r"^### ", PAGE.read_text(), flags=re.MULTILINE)
    told = {}
    for section in sections:
        title, _, text = section.partition("\n")
        body = text.partition("\n## ")[0]
        told[title.strip("`")] = re.findall(r"^\| `(\w+)` \|", body, flags=re.MULTILINE)
    expected = {
        table.name: [column.name for column in table.columns]
        for table in schema.metadata.tables.values()
    }
    assert told == expected
