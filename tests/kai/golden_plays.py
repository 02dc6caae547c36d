"""What each level of Kai chooses in fixed positions: a play that has a name doesn't change.

    .venv/bin/python -m tests.kai.golden_plays            # adds plays that have a new name
    .venv/bin/python -m tests.kai.golden_plays kapow      # the same for one game
    .venv/bin/python -m tests.kai.golden_plays kapow hard expert --again

The last writes the named levels again under the names they have. That is for plays that nobody has
met yet: once a version was released, a change of its choices needs a new version.

Positions come from random matches, whose actions are chosen by a hash, so they depend on nothing
but the rules. Compiled code adds floats up in any order, so figures may differ between processors
in their last digits. So where a level has figures, only clear choices are kept: the second best has
a chance to win that is lower by :data:`CLEAR` at least.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.game.contract import AnyGame
from bot.game.deck import Chance
from bot.games.registry import GAMES, TITLES, ladder_of
from bot.kai.advice import Adviser, AnyAdviser
from bot.kai.player import AnyPlayer, Choice

PLAYED: Final = Path(__file__).with_name("golden")
"""A JSON file for each game: by the name of a play, the action chosen in each position."""

ADVISER: Final = "adviser"

CLEAR: Final = 0.02

POSITIONS: Final = 16
"""How many are kept of each play, if that many are clear."""

MOST: Final = 300
"""How many positions are looked through for them."""

STRIDE: Final = 7
"""Each match gives its every seventh decision."""

EACH: Final = 4
"""How many each match gives, so that there are several numbers of seats."""

SKIPPED: Final = 40
"""Matches begin to give them at different times, at the latest after this many actions."""

SHORT: Final[Mapping[str, Mapping[str, Any]]] = {"kapow": {"rounds": 2}}
"""Options of games whose usual matches are so long that a choice hardly changes their outcome."""


class Position(NamedTuple):
    name: str
    """The number of the match, and of the action in it."""
    view: Any
    legal: Sequence[Any]


def positions(game: AnyGame) -> Iterator[Position]:
    """Yield decisions from the middle of random matches, of two and more seats, endlessly."""
    options = game.options(**SHORT.get(game.name, {}))
    match = 0
    while match := match + 1:
        secret = sha256(f"play {match}".encode()).digest()
        seats = game.seats[match % min(3, len(game.seats))]
        state, _ = game.new(options, seats, Chance(secret))
        number = given = 0
        while given < EACH and (to_act := game.to_act(state)):
            seat, number = min(to_act), number + 1
            legal = game.legal(state, seat)
            late = number > match * STRIDE % SKIPPED
            if late and number % STRIDE == 0 and len(legal) > 1:
                given += 1
                yield Position(f"{match}/{number}", game.view(state, seat), legal)
            action = min(legal, key=lambda each: _hash(match, number, each))
            state, _ = game.apply(state, seat, action)


def _hash(match: int, number: int, action: object) -> bytes:
    return sha256(f"{match} {number} {action}".encode()).digest()


def name_of(game: str, level: str) -> str:
    """Return the name of how a level plays today, or of what the adviser finds."""
    kai = TITLES[game].kai
    return f"{ADVISER} {kai.advice_version}" if level == ADVISER else kai.play(level)


def player_of(game: str, level: str) -> AnyPlayer:
    """Return the player of a level, or one that does what the adviser finds best."""
    kai = TITLES[game].kai
    return _Advised(kai.adviser) if level == ADVISER else kai.players[level]


class _Advised:
    def __init__(self, adviser: AnyAdviser | None) -> None:
        assert adviser is not None
        self.consider = adviser.consider

    def choose(self, view: object, legal: Sequence[Any]) -> Choice[Any]:
        return Choice(self.consider(view, legal)[0].action)


def levels_of(game: str) -> Sequence[str]:
    """Return what is kept of a game: its levels, and its adviser if it has one."""
    advised = (ADVISER,) if TITLES[game].kai.adviser else ()
    return (*ladder_of(game), *advised)


def choice(player: AnyPlayer, position: Position, *, clear: bool = True) -> str | None:
    """Return the action in notation; None if ``clear`` is wanted and another is about as good."""
    if clear and isinstance(player, Adviser):
        best, *others = player.consider(position.view, position.legal)
        least = best.prospect.chance - CLEAR
        if any(other.prospect.chance > least for other in others):
            return None
    return str(player.choose(position.view, position.legal).action)


def choices(game: AnyGame, player: AnyPlayer) -> Mapping[str, str]:
    found = ((each.name, choice(player, each)) for each in islice(positions(game), MOST))
    return dict(islice(((name, made) for name, made in found if made is not None), POSITIONS))


def kept(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return what is kept in a file, by the name of the play; empty if there is no file."""
    file = PLAYED / f"{name}.json"
    found: Mapping[str, Mapping[str, str]] = {}
    return json.loads(file.read_text("utf-8")) if file.is_file() else found


def write(name: str, plays: Mapping[str, Mapping[str, str]]) -> None:
    text = json.dumps(plays, indent=1, ensure_ascii=False)
    (PLAYED / f"{name}.json").write_text(text + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Keep what Kai chooses in fixed positions.")
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("level", nargs="*")
    parser.add_argument("--again", action="store_true", help="also names that are kept already")
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else GAMES:
        before = kept(game)
        plays = {}
        for level in levels_of(game):
            name = name_of(game, level)
            again = asked.again and (not asked.level or level in asked.level)
            is_kept = name in before and not again
            plays[name] = before[name] if is_kept else choices(GAMES[game], player_of(game, level))
        write(game, plays)


if __name__ == "__main__":
    main()
