"""The documents say what is so."""

import re
from pathlib import Path

import pytest

from tests.house.files import ROOT, tracked

DOCUMENTS = [path for path in tracked() if path.suffix == ".md"]


def test_the_first_screen_has_a_picture_and_the_two_commands() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8")[:2500]
    assert "make play" in first_screen
    assert "make test" in first_screen
    picture = re.search(r"!\[[^\]]+\]\((docs/[^)]+\.png)\)", first_screen)
    assert picture is not None
    assert (ROOT / picture[1]).is_file()


@pytest.mark.parametrize("target", ["play", "run", "test", "thorough", "check", "bench", "help"])
def test_the_commands_of_the_readme_are_there(target: str) -> None:
    assert f"make {target}" in (ROOT / "README.md").read_text("utf-8")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_within_the_repository_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / document).read_text("utf-8"))
    within = [target for target in targets if "://" not in target]
    assert [target for target in within if not (ROOT / document.parent / target).exists()] == []
