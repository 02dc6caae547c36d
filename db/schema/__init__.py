"""The schema: one definition for SQLite and PostgreSQL; ``docs/schema.md`` explains it.

Primary key columns come first in every table. Ids are Discord's 64-bit snowflakes, times are
milliseconds since 1970 (UTC).
"""

from db.schema.activities import (
    accounts as accounts,
    board_tables as board_tables,
    daily_deals as daily_deals,
    daily_rounds as daily_rounds,
    gifts as gifts,
    grown_answers as grown_answers,
    grown_people as grown_people,
    grown_puzzles as grown_puzzles,
    night_log as night_log,
    night_people as night_people,
    night_wishes as night_wishes,
    nights as nights,
    pings as pings,
    postings as postings,
    presence as presence,
    puzzle_answers as puzzle_answers,
    puzzle_consents as puzzle_consents,
    secrets as secrets,
    standing_wishes as standing_wishes,
)
from db.schema.hosting import (
    PRUNED as PRUNED,
    bookmarks as bookmarks,
    deferrals as deferrals,
    leases as leases,
    log as log,
    metadata as metadata,
    milestones as milestones,
    participants as participants,
    reminders as reminders,
    tables as tables,
)
from db.schema.league import (
    announcements as announcements,
    bests as bests,
    facts as facts,
    former_players as former_players,
    guild_settings as guild_settings,
    history as history,
    people as people,
    places as places,
    quiet_hours as quiet_hours,
    ratings as ratings,
    totals as totals,
    versus as versus,
)
from db.schema.matches import (
    interventions as interventions,
    matches as matches,
    results as results,
    reviews as reviews,
    round_points as round_points,
)
