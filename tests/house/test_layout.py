from pathlib import Path

import pytest

from bot.games.registry import GAMES
from tests.house.files import ROOT, tracked

TOP_LEVEL = {
    *("bot", "cogs", "db", "lab", "docs", "seeds", "tests", ".ci", ".github"),
    *("pyproject.toml", "requirements", "Makefile"),
    *("README.md", "CHANGELOG.md", "LICENSE", ".env.example", ".gitignore"),
    *("CONTRIBUTING.md", "SECURITY.md", "mkdocs.yml", ".pre-commit-config.yaml"),
    *("Dockerfile", "compose.yaml", ".dockerignore"),
}
# Put together here, so that this file does not hold what it looks for.
FOREIGN = (
    *("py" + "pi.org", "python" + "hosted.org", "registry.n" + "pmjs", "deb.deb" + "ian.org"),
    *("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/opt/" + "py" + "pi", "/opt/" + "wheels"),
    *("--find" + "-links", "--index" + "-url", "--extra-index" + "-url"),
)


def test_the_top_level_has_exactly_what_a_newcomer_expects() -> None:
    assert {path.parts[0] for path in tracked()} == TOP_LEVEL


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_folder_and_its_seeds(game: str) -> None:
    folders = {path.parent.as_posix() for path in tracked()}
    assert {f"bot/games/{game}", f"seeds/{game}"} <= folders


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for path in tracked() if path.suffix == ".py"} - {Path(".ci")}
    assert [str(folder) for folder in folders if folder / "__init__.py" not in tracked()] == []


def test_no_file_is_tied_to_a_machine_or_to_an_index_of_packages() -> None:
    tied = [
        f"{path}: {word}"
        for path in tracked()
        for word in FOREIGN
        if word in (ROOT / path).read_text("utf-8", errors="ignore")
    ]
    assert tied == []
