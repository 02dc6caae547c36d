"""What is stored about people, in plain words: for ``/privacy`` and ``docs/privacy.md``."""

from collections.abc import Mapping
from typing import Final

from bot.tables.league.people import Visibility
from bot.tables.privacy.pruning import Retention

__all__ = [
    "LET_PUZZLES",
    "NO_PUZZLES",
    "VISIBILITY_WORDS",
    "agreed_text",
    "privacy_text",
    "question_text",
    "withdrawn_text",
]

VISIBILITY_WORDS: Final[Mapping[Visibility, tuple[str, str]]] = {
    Visibility.PUBLIC: (
        "everyone",
        "On other servers, your profile also says how much you've played, won and solved.",
    ),
    Visibility.SERVER: (
        "people on the same server",
        "Each server sees only what you've played there.",
    ),
    Visibility.HIDDEN: (
        "only me",
        "The standings keep your place but not your name, and only you can open your profile.",
    ),
}
"""Each choice in the menu “Who can see my results”, and what it means."""

LET_PUZZLES: Final = "Let puzzles be made from my matches"
NO_PUZZLES: Final = "No puzzles from my matches"
"""The two buttons, of which the one is shown that changes something."""

_TEXT: Final = """
## Your data
**What is stored**
- Your Discord id and your name on the server, for each table where you sat, or that you paused or
  ended, or where you removed someone. And a list of these tables, to find your data.
- Your moves, the words you cut decks with, and when you did that.
- Your results: place and points of finished matches, who played your turns, how long you took, and
  what happened. From these: season points, places, ratings, best scores, and how you do against
  others. And who can see them.
- If you removed someone from a match that counts, paused or ended it, or were removed: when, and at
  which table.
- Your rounds of the daily deal: moves, points, and on which server you began them.
- Your answers to puzzles. Whether you let puzzles be made from your matches, and which were.
- The league nights you were in, your words, your name and your place there. The nights you want a
  ping for, and the pings you got.
- Reviews of finished matches: what each seat's choices were worth.
- Your league chips on each server, and when they came or went. And the day I last gave you some,
  under a code made from your id.
- Your quiet hours, if you choose any: your time zone, and when your night begins and ends.
- For a few minutes: the key to an answer I still owe, without whose it is.
- Nothing else. I can't read messages, and I keep no addresses or avatars.
**Who sees it**
- What happens at a table, who removed someone, paused or ended it, the words you cut decks with,
  and the records and reviews of finished matches: everyone on that server.
- Standings, profiles, and how you do against others: you choose below.
- Figures on fair play and a table of all ranked matches, even of results you hide: people who
  manage the server.
- Puzzles made from your matches: everyone on that server, but without names.
- Your quiet hours: nobody else. A table just says that a turn is resting.
- A ping you asked for: everyone in the channel, as it mentions you there.
- The database: the people who run this bot. Nothing is passed on.
**How long**
- {logs}: the moves of finished matches and daily deals, and reviews.
- {abandoned}: tables that closed before their end.
- Until you delete them: your results, your chips, and who did what to matches that count.
- 7 days: the pings you got before league nights. Until the night: that you want one for it.
- Until you switch them off or delete them: your quiet hours, pings for every night, and
  puzzles made from your matches.
- {gifts} after you delete: that code, without your id or name, so that nobody gets starting chips
  twice.
**What you can do**
- **Export**: get all of it as a JSON file.
- **Delete**: you leave all tables, Kai plays your seats to the end, and your id and name are taken
  out of everything. Your points, ratings and choices are deleted. Past results stay as those of a
  former player, so that other players' results stay right. That they met you, and how often, stays
  too, without your name. If you come back before the next quarter is over, you aren't new to them,
  and your rating starts over, no higher than it was. Until the day is over, a code made from your
  id remembers that you've played its deal and answered puzzles. Your chips go to all former players
  together. The words you cut with stay without a name, as they prove the deals.
- Deletion doesn't reach messages in channels, which moderators can delete, or older backups.
"""


def privacy_text(keep: Retention) -> str:
    """Return the facts, in Markdown, each on a line."""
    text = _TEXT.strip().replace("\n  ", " ")
    return text.format(
        logs=_kept(keep.logs), abandoned=_kept(keep.abandoned), gifts=_kept(keep.gifts)
    )


def question_text(keep: Retention) -> str:
    """Return what a person is asked before their data is deleted."""
    return (
        "**Delete everything that's stored about you, on all servers?** You leave your tables "
        "right away, and Kai plays your seats to the end. Your results become those of a former "
        "player. You lose your places in all standings, and your chips. If you come back within "
        f"{_kept(keep.gifts)}, you get no starting chips. You can't undo this."
    )


def agreed_text(visibility: Visibility) -> str:
    """Return what a person is told who lets puzzles be made."""
    text = (
        "**Puzzles can be made from your matches.** They come from matches that end from now on, "
        "if everyone who played agrees. They name nobody, but those who played with you may know "
        "a position again. You can take this back in `/privacy`."
    )
    if visibility is Visibility.HIDDEN:
        text += " As long as only you can see your results, there are none."
    return text


def withdrawn_text() -> str:
    """Return what a person is told who lets no more puzzles be made."""
    return "**No puzzles are made from your matches.** Those that were made are deleted."


def _kept(days: float) -> str:
    return f"{days:g} day{'' if days == 1 else 's'}" if days else "For ever"
