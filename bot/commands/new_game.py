"""``python -m bot new-game``: make the folder of a new game, with a small game to begin with.

It is *High Card*, which the tests play, with the new game's names in it: to be rewritten rule by
rule.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from bot.games.registry import GAMES

CHECKOUT: Final = Path(__file__).parents[2]
"""The checkout that this package is installed from."""

REGISTRY: Final = "bot/games/registry.py"

_SMALL_GAME: Final = "tests/toy_game"
_NAME: Final = re.compile("[a-z]{2,20}")
_IS_TITLE: Final = re.compile(r"\w[\w !?&'.,:-]{0,29}")

_TITLE: Final = '''"""{title} for the registry."""

from typing import Final

from bot.games.{name}.rules.game import {upper} as RULES
from bot.games.title import Title

{upper}: Final = Title(rules=RULES)
'''


def new_game(name: str, title: str = "", checkout: Path = CHECKOUT) -> int:
    """Make the files of a new game and register it; return the exit status."""
    title = title or name.capitalize()
    if fault := _fault(name, title, checkout):
        print(fault, file=sys.stderr)
        return 1
    for path, text in _files(name, title, checkout).items():
        file = checkout / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"made {path}")
    registry = checkout / REGISTRY
    registry.write_text(registered(registry.read_text("utf-8"), name), "utf-8")
    print(f"changed {REGISTRY}")
    print(f"Play it: make play GAME={name}")
    print(f"What it lacks: python -m bot check-game {name}")
    return 0


def _fault(name: str, title: str, checkout: Path) -> str:
    if not _NAME.fullmatch(name):
        return f"“{name}” can't be a game's name: use 2 to 20 letters from a to z."
    if not _IS_TITLE.fullmatch(title):
        return f"“{title}” can't be a title: use up to 30 letters, digits, spaces and !?&'.,:-"
    if name in GAMES or (checkout / "bot" / "games" / name).exists():
        return f"{name} already exists in bot/games."
    if not (checkout / _SMALL_GAME).is_dir():
        return "Run this in a checkout of the repository."
    return ""


def _files(name: str, title: str, checkout: Path) -> Mapping[str, str]:
    house, tests = f"bot/games/{name}", f"tests/games/{name}"
    made = {
        f"{house}/__init__.py": f'"""{title}: say here in a line what it is."""\n',
        f"{house}/title.py": _TITLE.format(name=name, title=title, upper=name.upper()),
        f"{house}/rules/__init__.py": f'"""The rules of {title}."""\n',
        f"{tests}/__init__.py": "",
        f"{tests}/rules/__init__.py": "",
    }
    for file, path in (
        ("game.py", f"{house}/rules/game.py"),
        ("rules.toml", f"seeds/{name}/rules.toml"),
        ("test_rounds.py", f"{tests}/rules/test_rounds.py"),
    ):
        text = (checkout / _SMALL_GAME / file).read_text("utf-8")
        for old, new in (
            ("tests.toy_game", f"bot.games.{name}.rules"),
            ('"toy"', f'"{name}"'),
            ('"High Card"', f'"{title}"'),
            ("the toy game", title),
            ("TOY", name.upper()),
            ("Toy", name.capitalize()),
        ):
            text = text.replace(old, new)
        made[path] = text
    return made


def registered(registry: str, name: str) -> str:
    """Return the text of the registry with one game more, as the last one that is offered."""
    return "\n".join((*_with_lines(registry.splitlines(), name), ""))


def _with_lines(lines: list[str], name: str) -> Iterator[str]:
    line = f"from bot.games.{name}.title import {name.upper()}"
    imported = inside = False
    for each in lines:
        if not imported and each.startswith("from bot.games.") and each > line:
            imported = True
            yield line
        inside = inside or each.startswith("_ALL")
        if inside and each == ")":
            inside = False
            yield f"    {name.upper()},"
        yield each
