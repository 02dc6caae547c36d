"""What happens at a league night or a round robin: what is said beforehand, and holds."""

from collections.abc import Mapping
from typing import Final

from bot.face.numbers import counted
from bot.night.events import Form
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN
from bot.tables.nights.pace import PACES
from bot.tables.nights.rounds import BREAK
from bot.tables.nights.telling import AHEAD
from cogs.layouts.page import Page, Text
from cogs.layouts.span import span_words

__all__ = ["COLOUR", "NOUNS", "rules_page"]

COLOUR: Final = 0xB5533C

NOUNS: Final[Mapping[Form, str]] = {
    "swiss": "league night",
    "round robin": "round robin",
    "duplicate": "duplicate night",
}
"""What people call each form."""

_CUT: Final = (
    "**Cut the deck** of the whole night behind **Fairness** while you're in, until the first "
    "round. Everyone sees your word and its place at once. Nobody cuts at the tables."
)
"""The same for every form."""


def _outage(form: Form) -> str:
    """Say what an outage means for a night of a form."""
    latest, longest = PACES[form].latest / 1000, PACES[form].longest_round / 1000
    return (
        "**If I'm away, or Discord is**: all clocks stand still. Up to "
        f"{span_words(latest)} late, the {NOUNS[form]} still begins and says so; later, it's "
        f"called off. After more than {span_words(longest)} without me it ends, with the "
        "standings so far."
    )


def _waiting(form: Form, nothing: str) -> str:
    """Say whom a night of a form doesn't wait for; ``nothing`` is what they get."""
    pace = PACES[form]
    first, longest = span_words(pace.clock.seconds), span_words(pace.longest_round / 1000)
    return (
        f"**If you miss your first turn**, you're away: Kai takes your seat after {first}, until "
        "you press **I'm back**.\n"
        f"- **After {longest}** Kai finishes a table. Everyone has an equal share of that time: if "
        f"you've used a quarter more than yours, you get {nothing}."
    )


_NIGHT: Final = f"""
## How a league night works
- At the set hour, everyone who's in is seated at tables of three or four, or what the game takes.
  Each table plays one short match. {counted(BREAK // 60_000, "minute")} after the last one is done,
  you're seated again.
- You sit with people you haven't met yet, as far as possible, who have about as many points.
- A table is worth up to 100 points: the share of the others who finished behind you, a tie half.
- **Tell me** gets you a ping in the channel {counted(AHEAD // 60_000, "minute")} before the start.
- **Come late**: press **I'm in**. You sit from the next round on, and get 0 points for each round
  before. So does anyone who still plays another match with a clock.
- **One night at a time**, at an hour a round, and no other match with a clock while it lasts.
- {_waiting("swiss", "0 points")}
- **Away from your match**: Kai plays your seat to the end. You get 0 points for the round. It takes
  nothing from the others.
- **Leave**: press **I'm out**. You keep your points, and get 0 for each round you miss. With
  **I'm in** you come back.
- **Nobody left to play with**: if you have a bye, you get the average of your tables, or 50 points.
- **A table that can't finish** gives its players their average, but 50 points at most.
- With the same points, what counts is how strong the people you met were, then your results against
  each other, then how often you were first.
- {_outage("swiss")}
- {_CUT}
"""

_ROBIN_PACE: Final = PACES["round robin"]

_ROBIN: Final = f"""
## How a round robin works
- Up to {MOST_IN_ROUND_ROBIN} people meet everyone, as evenly as the tables allow. Each round is one
  short match, and you have {_ROBIN_PACE.clock.seconds // 3600} hours for a turn.
- The next round begins when all tables are done.
- {_waiting("round robin", "0 points")}
- A table is worth up to 100 points: the share of the others who finished behind you, a tie half.
- **Tell me** gets you a ping in the channel {counted(AHEAD // 60_000, "minute")} before the start.
- **Join before it begins.** Afterwards nobody new can join.
- **Away from your match**: Kai plays your seat to the end. You get 0 points for the round. It takes
  nothing from the others.
- **Leave**: press **I'm out**. You keep your points, and get 0 for each round you miss. Those you'd
  have met play without you, or get their average. With **I'm in** you come back.
- With the same points, what counts is how strong the people you met were, then your results against
  each other, then how often you were first.
- {_outage("round robin")}
- {_CUT}
"""


_DUPLICATE: Final = f"""
## How a duplicate night works
- In each round all tables are dealt the same cards: one *board*. Your result is compared with
  those of your seat at the other tables, so a good hand is no advantage.
- **Tell me** gets you a ping in the channel {counted(AHEAD // 60_000, "minute")} before the start.
- A board is worth 100 % if you do better than everyone in your seat; a tie counts half. The
  standings show your average over all boards, and change once all tables are done.
- It takes at least {FEWEST["duplicate"]} people. All tables have the same number of seats, and Kai
  takes any that are left over. You sit with the people you've met least.
- Each table plays in a private thread, and nobody can look back on a match before the board is
  done. Please don't talk about your cards. Moderators can see into the threads, and
  shouldn't while they play.
- **Come late**: press **I'm in**. You sit from the next board on, and get 0 % for each one before.
- {_waiting("duplicate", "0 %")}
- **Away from your match**: Kai plays your seat to the end, and you get 0 % for the board.
- **Leave**: press **I'm out**. You get 0 % for each board you miss. With **I'm in** you come back.
- **A table that can't finish** gives its players 50 %.
- {_outage("duplicate")}
- {_CUT}
"""

_RULES: Final[Mapping[Form, str]] = {
    "swiss": _NIGHT,
    "round robin": _ROBIN,
    "duplicate": _DUPLICATE,
}


def rules_page(form: Form) -> Page:
    """Return what happens at a night of a form, in private."""
    rules = _RULES[form]
    return Page((Text(rules.strip().replace("\n  ", " ")),), colour=COLOUR)
