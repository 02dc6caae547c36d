"""``python -m bot new-game``: make the folder of a new game, with a small game to begin with.

The small game is *High Card*, which the tests play, with the new game's names in it. So it can be
played at once, and rewritten rule by rule.
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

_TITLE: Final = '''"""{title} for the registry."""

from typing import Final

from bot.games.{name}.rules.game import {upper} as RULES
from bot.games.title import Title

{upper}: Final = Title(rules=RULES)
'''


def new_game(name: str, checkout: Path = CHECKOUT) -> int:
    """Make the files of a new game and register it; return the exit status."""
    if fault := _fault(name, checkout):
        print(fault, file=sys.stderr)
        return 1
    for path, text in _files(name, checkout).items():
        file = checkout / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"made {path}")
    registry = checkout / REGISTRY
    registry.write_text(registered(registry.read_text("utf-8"), name), "utf-8")
    print(f"added it to {REGISTRY}")
    print(f"Play it with: make play GAME={name}")
    print(f"What is left to do: python -m bot check-game {name}")
    return 0


def _fault(name: str, checkout: Path) -> str:
    """Return why a game of this name can't be made here; empty if it can."""
    if not _NAME.fullmatch(name):
        return f"“{name}” can't be a game's name: it has 2 to 20 letters from a to z."
    if name in GAMES or (checkout / "bot" / "games" / name).exists():
        return f"There is a game called {name} already, or a file in bot/games with its name."
    if not (checkout / _SMALL_GAME).is_dir():
        return "Run this in a checkout of the repository: a new game has tests there, too."
    return ""


def _files(name: str, checkout: Path) -> Mapping[str, str]:
    """Return the texts of a new game's files, by their paths in the checkout."""
    title = name.capitalize()
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
            ("Toy", title),
        ):
            text = text.replace(old, new)
        made[path] = text
    return made


def registered(registry: str, name: str) -> str:
    """Return the text of the registry with one game more, as the last one that is offered."""
    return "\n".join((*_with_lines(registry.splitlines(), name), ""))


def _with_lines(lines: list[str], name: str) -> Iterator[str]:
    """Yield the registry's lines with the import, in its order, and the line in the tuple."""
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
