"""What CONTRIBUTING and the forms beside it tell is there."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house.files import ROOT, tracked

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
DOCUMENTS = [path for path in tracked() if path.suffix == ".md"]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_make_command_in_a_document_is_a_target(document: Path) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = set(re.findall(r"(?:`|^ *)make ([a-z]+)", text, re.MULTILINE))
    assert named <= set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_long_lines_are_put_into_format_before_they_are_checked() -> None:
    _, _, steps = MAKEFILE.partition("\nformat: ")
    assert 0 < steps.index("ruff format") < steps.index("ruff check --fix")


def test_every_command_of_the_guide_names_files_and_tests_that_are_there() -> None:
    commands = re.findall(r"-m pytest (\S+)(?: -k (\S+))?", GUIDE)
    assert len(commands) >= 2
    for path, name in commands:
        assert (ROOT / path).exists(), path
        tests = [file for file in tracked() if file.is_relative_to(path)]
        texts = [(ROOT / file).read_text("utf-8") for file in tests if file.suffix == ".py"]
        assert any(re.search(rf"def test_\w*{name}", text) for text in texts), name


def test_the_layout_names_the_folders_that_are_there() -> None:
    told = {Path(name) for name in re.findall(r"^\| `([\w/]+)/` \|", GUIDE, re.MULTILINE)}
    assert {folder for folder in told if not (ROOT / folder).is_dir()} == set()
    top = {path.parts[0] for path in tracked() if len(path.parts) > 1}
    assert {folder.parts[0] for folder in told} == {name for name in top if name[0] != "."}


@pytest.mark.parametrize("form", [form for form in FORMS if form.stem != "config"], ids=str)
def test_an_issue_form_is_one_that_the_site_takes(form: Path) -> None:
    read = _read(form)
    assert read.keys() <= {"name", "description", "title", "labels", "assignees", "body"}
    assert read["name"]
    assert read["description"]
    asked = [part for part in read["body"] if part["type"] != "markdown"]
    assert asked
    for part in read["body"]:
        _check_part(part)
    for key in ("id", "label"):
        said = [part["id"] if key == "id" else part["attributes"]["label"] for part in asked]
        assert len(said) == len(set(said))


def _check_part(part: dict[str, Any]) -> None:
    """Raise AssertionError where a part is not of the shape that issue forms have."""
    shapes = {
        "markdown": {"value"},
        "input": {"label", "description", "placeholder", "value"},
        "textarea": {"label", "description", "placeholder", "value", "render"},
        "dropdown": {"label", "description", "multiple", "options", "default"},
        "checkboxes": {"label", "description", "options"},
    }
    assert part.keys() <= {"type", "id", "attributes", "validations"}
    assert part["attributes"].keys() <= shapes[part["type"]]
    needed = {"value"} if part["type"] == "markdown" else {"label"}
    if part["type"] in {"dropdown", "checkboxes"}:
        needed |= {"options"}
    assert needed <= part["attributes"].keys()
    assert part.get("validations", {}).keys() <= {"required"}
    assert re.fullmatch(r"[\w-]+", part.get("id", "none"))


def test_people_who_ask_choose_a_form() -> None:
    assert _read(ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml") == {
        "blank_issues_enabled": False
    }
    assert {form.stem for form in FORMS} == {"bug", "config", "idea", "rule"}


def test_the_forms_offer_every_game_that_is_announced() -> None:
    from bot.games.registry import GAMES  # noqa: PLC0415 - only here

    for name in ("bug", "rule"):
        body = _read(ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml")["body"]
        [offered] = [part["attributes"]["options"] for part in body if part.get("id") == "game"]
        readme = (ROOT / "README.md").read_text("utf-8")
        announced = {game.title for game in GAMES.values() if f"**{game.title}**" in readme}
        assert len(announced) >= 4
        assert announced <= set(offered), "a game of the README's table is missing in a form"


def test_hooks_run_what_make_check_runs() -> None:
    repos = _read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]
    hooks = repos[0]["hooks"]
    assert {hook["language"] for hook in hooks} == {"system"}
    run = {" ".join(hook["entry"].split()[:2]).removesuffix(" --force-exclude") for hook in hooks}
    checked = MAKEFILE.partition("\ncheck:")[2].partition("\n\n")[0].replace("$(BIN)", ".venv/bin")
    assert all(command in checked for command in run)


def test_ci_tests_every_supported_python() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    matrix = yaml.safe_load(workflow)["jobs"]["check"]["strategy"]["matrix"]["python"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert matrix == [*SUPPORTED]
    assert project["requires-python"] == f">={SUPPORTED[0]}"


@pytest.mark.parametrize("name", ["ci.yml", "release.yml"])
def test_workflows_have_least_rights_and_pinned_actions(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / name).read_text("utf-8")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    assert [action for action, tag in used if not re.search(r"@[0-9a-f]{40}$", action)] == []
    assert [action for action, tag in used if not re.fullmatch(r" # v\d+\.\d+\.\d+", tag)] == []


def _read(file: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return read
