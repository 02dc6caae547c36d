"""The schema: one definition for SQLite and PostgreSQL; ``docs/storage.md`` explains it.

Primary key columns come first in every table. Ids are Discord's 64-bit snowflakes, times are
milliseconds since 1970 (UTC).
"""

from db.schema.chips import accounts, gifts, postings, secrets
from db.schema.daily import daily_deals, daily_rounds, presence, puzzle_answers
from db.schema.hosting import (
    bookmarks,
    deferrals,
    leases,
    log,
    milestones,
    participants,
    reminders,
    tables,
)
from db.schema.league import (
    announcements,
    bests,
    facts,
    former_players,
    guild_settings,
    history,
    people,
    places,
    quiet_hours,
    ratings,
    totals,
    versus,
)
from db.schema.matches import interventions, matches, results, reviews, round_points
from db.schema.metadata import PRUNED, metadata
from db.schema.nights import (
    board_tables,
    night_log,
    night_people,
    night_wishes,
    nights,
    pings,
    standing_wishes,
)
from db.schema.puzzles import grown_answers, grown_people, grown_puzzles, puzzle_consents

__all__ = [
    "PRUNED",
    "accounts",
    "announcements",
    "bests",
    "board_tables",
    "bookmarks",
    "daily_deals",
    "daily_rounds",
    "deferrals",
    "facts",
    "former_players",
    "gifts",
    "grown_answers",
    "grown_people",
    "grown_puzzles",
    "guild_settings",
    "history",
    "interventions",
    "leases",
    "log",
    "matches",
    "metadata",
    "milestones",
    "night_log",
    "night_people",
    "night_wishes",
    "nights",
    "participants",
    "people",
    "pings",
    "places",
    "postings",
    "presence",
    "puzzle_answers",
    "puzzle_consents",
    "quiet_hours",
    "ratings",
    "reminders",
    "results",
    "reviews",
    "round_points",
    "secrets",
    "standing_wishes",
    "tables",
    "totals",
    "versus",
]
