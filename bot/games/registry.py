"""The registry of all games, one line each; and Kai's players, advisers and levels for each."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.game.contract import AnyGame
from bot.game.slots import SlotGame
from bot.games.capit.title import CAPIT
from bot.games.chowpow.title import CHOWPOW
from bot.games.kabobo.title import KABOBO
from bot.games.kapow.title import KAPOW
from bot.games.title import Title
from bot.kai.advice import POINTS, Adviser, AnyAdviser, Measure, WithDice, measure_of
from bot.kai.player import PLAIN, USUAL_LEVEL, AnyPlayer, Explainer, Kai
from bot.kai.search import PlayoutAdviser
from bot.league.counting import Rating, anchor
from bot.machine_code import is_usable

_ALL: Final = (
    KAPOW,
    KABOBO,
    CAPIT,
    CHOWPOW,
)

TITLES: Final[Mapping[str, Title]] = MappingProxyType({title.rules.name: title for title in _ALL})
"""By name, in the order in which they are offered."""

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType(
    {name: title.rules for name, title in TITLES.items()}
)


LATE_LEVEL: Final = "late"
"""Plays turns whose time ran out: by the game's ``late`` player, else at the usual level."""


LADDER: Final = ("easy", USUAL_LEVEL, "hard", "expert")
"""Weakest first."""


def levels_for(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the usual one first."""
    return tuple(_kai(game).players)


def player_for(game: str, level: str) -> AnyPlayer:
    """Return Kai's player for a game and level, else for the usual level.

    A table that was opened with a level that no longer exists has to go on.
    """
    kai = _kai(game)
    late = kai.late if level == LATE_LEVEL else None
    return late or kai.players.get(level) or kai.players[USUAL_LEVEL]


def ladder_of(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the weakest first."""
    return tuple(level for level in LADDER if level in _kai(game).players)


def strongest_level(game: str) -> str:
    """Return the strongest level of a game."""
    return ladder_of(game)[-1]


def lighter_level(game: str, level: str, steps: int) -> str:
    """Return a level that is ``steps`` weaker, but not below the usual one."""
    ladder = ladder_of(game)
    if level not in ladder or level == USUAL_LEVEL:
        return level
    usual, own = ladder.index(USUAL_LEVEL), ladder.index(level)
    return ladder[own if own < usual else max(own - steps, usual)]


def is_ready(game: str) -> bool:
    """Whether every level of a game can be played here now, and its adviser asked."""
    return not _kai(game).compiled or is_usable(game)


def needs_code(game: str, level: str) -> bool:
    """Whether a level thinks in machine code, so that it can't be played before that is made."""
    return level in _kai(game).compiled


def level_now(game: str, level: str) -> str:
    """Return a level, or the strongest one that can be played already."""
    waits = needs_code(game, level) and not is_usable(game)
    return strongest_plain_level(game) if waits else level


def strongest_plain_level(game: str) -> str:
    """Return the strongest level of a game that needs no machine code."""
    compiled = _kai(game).compiled
    return next(level for level in reversed(ladder_of(game)) if level not in compiled)


def explainer_for(game: str) -> Explainer | None:
    """Return the function that explains any choice; None if players give their own reasons."""
    return _kai(game).explain


def adviser_for(game: str) -> AnyAdviser | None:
    """Return the game's adviser, else one that plays choices out; None if neither is possible."""
    title, kai = TITLES.get(game), _kai(game)
    if title and kai.adviser is None and isinstance(title.rules, SlotGame):
        return PlayoutAdviser(title.rules, kai.players[strongest_plain_level(game)])
    return kai.adviser


def reviewer_for(game: str) -> AnyAdviser | None:
    """Return what evaluates all choices of a match; None if the game cannot be reviewed."""
    return _kai(game).reviewer or adviser_for(game)


def judge_for(game: str) -> AnyAdviser | None:
    """Return what says most exactly what choices are worth: the strongest level, if it can."""
    strongest = player_for(game, strongest_level(game))
    return strongest if isinstance(strongest, Adviser) else adviser_for(game)


def judges_for(game: str, dice: Iterable[int]) -> Sequence[AnyAdviser]:
    """Return the judge with the dice of these numbers, so that it can disagree with itself.

    It is one if it has no dice, none if there is no judge.
    """
    judge = judge_for(game)
    if isinstance(judge, WithDice):
        return tuple(judge.with_dice(number) for number in dice)
    return () if judge is None else (judge,)


def judge_name(game: str) -> str:
    """Return the name of what the judge finds today: such as ``Kapow! expert 3``."""
    strongest = strongest_level(game)
    if isinstance(player_for(game, strongest), Adviser):
        return play_name(game, strongest)
    title = TITLES.get(game)
    return f"{title.rules.title if title else game} adviser {advice_version(game) or 0}"


def has_open_hands(game: str) -> bool:
    """Return whether everyone may see what Kai's choices were worth, after its turn."""
    return _kai(game).open_hands


def measure_for(game: str) -> Measure:
    """Return what a game's choices are compared by."""
    title = TITLES.get(game)
    return measure_of(title.rules.scoring) if title else POINTS


def advice_version(game: str) -> int | None:
    """Return the version of the game's adviser, which changes with its results, or None."""
    own = _kai(game).advice_version
    return 1 if own is None and adviser_for(game) else own


def play_name(game: str, level: str, version: int | None = None) -> str:
    """Return how a level played in a version of Kai, today if None: such as ``Kapow! hard 2``."""
    title = TITLES.get(game)
    return f"{title.rules.title if title else game} {_kai(game).play(level, version)}"


def anchor_for(game: str, level: str, version: int | None = None) -> Rating | None:
    """Return the fixed rating of a level in a version of Kai (today's if None), if measured."""
    kai = _kai(game)
    mean = kai.ratings.get(kai.play(level, version))
    return None if mean is None else anchor(mean)


def kai_version(game: str) -> int:
    """Return the version of Kai's players at a game."""
    return _kai(game).version


def _kai(game: str) -> Kai:
    title = TITLES.get(game)
    return title.kai if title else PLAIN
