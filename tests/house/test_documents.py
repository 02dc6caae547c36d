"""The documents say what is so, and nothing that belongs elsewhere."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import parser
from tests.house.files import ROOT, tracked

README = (ROOT / "README.md").read_text()

FOREIGN = re.compile(
    r"python"
    r"hosted|py"
    r"pi\.org|registry\.npm"
    r"js|deb\.deb"
    r"ian|/ro"
    r"ot/|/wo"
    r"rk/"
)


def texts() -> list[Path]:
    binary = {".png", ".ttf", ".otf"}
    return [path for path in tracked() if path.suffix not in binary]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = [path for path in texts() if FOREIGN.search((ROOT / path).read_text())]
    assert not found


def test_the_first_screen_has_a_picture_and_the_two_commands() -> None:
    first_screen = README[:2500]
    assert "make play" in first_screen
    assert "make test" in first_screen
    picture = re.search(r"!\[[^\]]+\]\((docs/[^)]+\.png)\)", first_screen)
    assert picture is not None
    assert (ROOT / picture[1]).is_file()


@pytest.mark.parametrize("target", ["play", "run", "test", "check", "bench"])
def test_the_commands_of_the_readme_are_there(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_links_within_the_repository_lead_somewhere() -> None:
    for path in texts():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / path).read_text()):
            if "://" not in target:
                assert (ROOT / path.parent / target).exists(), f"{path} links to {target}"


def test_the_command_line_lists_its_commands() -> None:
    shown = parser().format_help()
    for command in ("run", "local", "record", "bench", "doctor", "db"):
        assert re.search(rf"^    {command} ", shown, re.MULTILINE)
    for words in ("record check FILE", "record show FILE", "db upgrade", "db backup FILE"):
        given = parser().parse_args(words.split())
        assert callable(given.command)


def test_the_locks_hold_every_dependency_by_hash_and_no_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = project["optional-dependencies"]
    wanted = {
        "requirements.lock": [*project["dependencies"], *groups["local"], *groups["postgres"]],
        "requirements-dev.lock": [*project["dependencies"], *itertools.chain(*groups.values())],
    }
    for lock, dependencies in wanted.items():
        text = (ROOT / lock).read_text()
        locked = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
        names = {re.split(r"[\[<>=!~ ]", dependency)[0].lower() for dependency in dependencies}
        assert {name.replace(".", "-").replace("_", "-") for name in names} <= locked
        assert "://" not in text
        assert text.count("--hash=sha256:") >= len(locked)


def test_what_is_locked_for_playing_is_locked_alike_for_developing() -> None:
    pins = [
        set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in ("requirements.lock", "requirements-dev.lock")
    ]
    assert pins[0] <= pins[1]
