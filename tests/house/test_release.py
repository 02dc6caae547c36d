"""Version, changelog and tag agree, and a release says what the changelog says."""

import itertools
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from packaging.version import Version

from bot import __version__
from tests.house.files import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_is_in_order() -> None:
    first, *releases = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert first == "Unreleased"
    found = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", title) for title in releases]
    assert None not in found
    told = [(Version(match[1]), date.fromisoformat(match[2])) for match in found if match]
    assert all(newer[0] > older[0] for newer, older in itertools.pairwise(told))
    assert all(newer[1] >= older[1] for newer, older in itertools.pairwise(told))
    assert told[0][0] == Version(__version__)


def test_versions_without_tags_are_those_of_the_changelog() -> None:
    guide = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    told = re.findall(r"^\| (\d\S+) \| (\S+) \| (\d{4}) \| `[0-9a-f]{8}` \|$", guide, re.MULTILINE)
    heading = r"^## (\S+) - (\S+)\n\nDatabase schema (\d{4})\.$"
    sections = re.findall(heading, CHANGELOG, re.MULTILINE)
    assert len(told) == 5
    assert sections[-5:] == told
    schemas = {path.name[:4] for path in (ROOT / "db" / "migrations" / "versions").glob("0*.py")}
    assert {schema for *_, schema in sections} <= schemas


def test_changes_are_told_by_their_kind() -> None:
    for section in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert len(kinds) == len(set(kinds))
        assert set(kinds) <= KINDS
        assert "\n- " not in section.partition("\n### ")[0]


@pytest.mark.parametrize(
    ("tag", "version", "heading", "status"),
    [
        ("v1.2.0", "1.2.0", "1.2.0 - 2027-01-31", 0),
        ("v1.2.1", "1.2.0", "1.2.0 - 2027-01-31", 1),
        ("v1.2.0", "1.1.0", "1.2.0 - 2027-01-31", 1),
        ("v1.2.0", "1.2.0", "1.1.0 - 2026-12-24", 1),
        ("v1.2.0", "1.2.0", "1.2.0", 1),
    ],
)
def test_a_release_says_its_section_if_all_agree(
    tmp_path: Path, tag: str, version: str, heading: str, status: int
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text(f'__version__ = "{version}"\n', "utf-8")
    sections = ["# Changelog", "## Unreleased", f"## {heading}", "### Added", "- A game."]
    text = "\n\n".join([*sections, "## 0.1.0 - 2026-01-01", ""])
    (tmp_path / "CHANGELOG.md").write_text(text, "utf-8")
    script = ROOT / ".ci" / "release.py"
    told = subprocess.run(
        [sys.executable, str(script), tag],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == status
    assert told.stdout == ("### Added\n\n- A game.\n" if status == 0 else "")
    assert told.stderr.startswith("No release: the tag is") == (status == 1)
