"""Version, changelog and tag agree, and what is installed is what the lists of versions say."""

import itertools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
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


PINNED = re.compile(r"([a-z0-9][a-z0-9.-]*)==(\S+?)(?: ; [^\\]+?)?(?: \\)?")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pins(name: str) -> dict[str, Version]:
    lines = (ROOT / "requirements" / name).read_text("utf-8").splitlines()
    found = [PINNED.fullmatch(line) for line in lines]
    return {match[1]: Version(match[2]) for match in found if match}


def wanted(*extras: str) -> Iterator[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    for text in project["dependencies"] + [text for extra in extras for text in optional[extra]]:
        yield Requirement(text)


@pytest.mark.parametrize("name", ["play.lock", "run.lock", "develop.lock"])
def test_a_lock_is_nothing_but_versions_and_hashes(name: str) -> None:
    lines = (ROOT / "requirements" / name).read_text("utf-8").splitlines()
    assert [line for line in lines if not (PINNED.fullmatch(line) or HASH.fullmatch(line))] == []
    followed = itertools.pairwise(lines)
    assert [a for a, b in followed if PINNED.fullmatch(a) and not HASH.fullmatch(b)] == []


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        ("play.lock", ("local", "postgres", "kai")),
        ("run.lock", ("postgres", "kai")),
        ("develop.lock", ("local", "postgres", "bench", "dev", "docs")),
    ],
)
def test_a_lock_has_what_the_project_asks_for(name: str, extras: tuple[str, ...]) -> None:
    locked = pins(name)
    unmet = [
        str(requirement)
        for requirement in wanted(*extras)
        if not requirement.specifier.contains(
            locked.get(canonicalize_name(requirement.name), Version("0"))
        )
    ]
    assert unmet == []


def test_who_develops_has_the_same_versions_as_who_plays() -> None:
    assert pins("play.lock").items() <= pins("develop.lock").items()


def test_a_server_has_the_same_versions_and_nothing_to_play_with() -> None:
    server, player = pins("run.lock"), pins("play.lock")
    assert server.items() <= player.items()
    assert player.keys() - server.keys() >= {"simcord", "av"}
