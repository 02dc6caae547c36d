"""The words of standings and profiles, for pictures and texts alike."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.face.league import values
from bot.face.markdown import counted, escape, number
from bot.league.counting import half_up

TEXT_LIMIT: Final = 3_900
"""Of a text version, in characters."""
ALT_LIMIT: Final = 1_024
"""Of an alternative text, in characters."""

OWN: Final = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
OWN_EXPLAINED: Final = f"-# {OWN} the line of the person who asked"
"""Marks a line in a text, as a frame does in the picture."""
POINTS: Final = "points"
RATING: Final = "rating"
NEW: Final = "new"
NO_RATING: Final = "no rating"
OF, WON = "of", "won"
"""Around the number of matches: ``11 of 20 won``."""
PLACE: Final = "place"
BEST: Final = "best score"
BEST_SHORT: Final = "best"
"""The same in the picture, where there is less room."""
NO_MATCHES: Final = "No rated match yet."
LAST_MATCHES: Final = "last matches"
FIGURES: Final = "Figures"
OWN_FIGURE: Final = "own"
MEDIAN: Final = "server median"
ACHIEVEMENTS: Final = "Achievements"
RIVALS: Final = "Rivals"
AGAINST: Final = ("won", "tied", "lost")
NOW: Final = "now"
NOBODY: Final = "Nobody is in the standings yet."
LATEST: Final = "Latest on the right:"
FORMS: Final[Mapping[values.Form, str]] = MappingProxyType(
    {
        values.Form.FIRST: "first",
        values.Form.TIED: "tied",
        values.Form.BETWEEN: "between",
        values.Form.LAST: "last",
    }
)

_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_END: Final = "\N{POP DIRECTIONAL ISOLATE}"
_LEFT_OUT: Final = "\N{HORIZONTAL ELLIPSIS}"


def person(name: str, limit: int) -> str:
    """Return a name for Markdown; one that is read from right to left keeps to itself.

    Else the figures behind it would be shown before it.
    """
    safe = escape(name, limit)
    leftward = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in safe)
    return f"{_ISOLATE}{safe}{_END}" if leftward else safe


def kind(game: values.GameLine) -> str:
    """Say what kind of rating a game has."""
    return "provisional" if game.provisional else RATING


def ago(count: int) -> str:
    """Say how many matches ago something was."""
    return f"{counted(count, 'match')} ago"


def curve(profile: values.Profile) -> str:
    """Return the heading of the curve."""
    return f"Rating in {profile.curve_title}" if profile.curve_title else "Rating"


def figures(profile: values.Profile) -> str:
    """Return the heading of the figures."""
    return f"{FIGURES} in {profile.curve_title}" if profile.curve_title else FIGURES


def course(profile: values.Profile) -> str:
    """Tell the curve, of at least one rating: ``from 1500 to 1532``."""
    ratings = [half_up(rating) for rating in profile.curve[-values.MOST_RATINGS :]]
    if len(ratings) == 1:
        return number(ratings[0])
    first, least, most, last = map(number, (ratings[0], min(ratings), max(ratings), ratings[-1]))
    since = ago(len(ratings) - 1)
    return f"from {first}, {since}, to {last} now; lowest {least}, highest {most}"


def reached(achievements: Sequence[values.Achievement]) -> str:
    """Say how many achievements are reached: ``3 of 8``."""
    return f"{sum(one.reached for one in achievements)} of {len(achievements)}"


def lately(form: Sequence[values.Form]) -> str:
    """Tell the last matches, the latest last; empty if there are none."""
    return ", ".join(FORMS[match] for match in form[-values.RECENT :])


def medals(won: values.Medals) -> str:
    """Tell the medals of past seasons: ``2 gold, 1 bronze``; empty if there are none."""
    return ", ".join(f"{count} {kind}" for kind, count in won._asdict().items() if count > 0)


def fitting(lines: Iterable[str], limit: int) -> str:
    """Join as many whole lines as fit into ``limit`` characters, and say so if some do not."""
    kept: list[str] = []
    room = limit - len(_LEFT_OUT) - 1
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return "\n".join((*kept, _LEFT_OUT))
        kept.append(line)
    return "\n".join(kept)
