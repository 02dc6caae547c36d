import itertools
import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.house.files import ROOT

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
