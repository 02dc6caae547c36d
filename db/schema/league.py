"""The tables of a server's league: what follows from its results, and what people have chosen."""

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Text, text

from db.schema.hosting import LEFT_OFTEN, WON_NEARLY_ALWAYS, index_of, keyed

history = keyed(
    "history",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("finished_at", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, primary_key=True),
    Column("seats", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    # The mean of the rating after the match, at the band of its seats.
    Column("rating", Double, nullable=False),
)

totals = keyed(
    "totals",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    # A month, a quarter, or empty for all time: bot.league.periods.
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),
    # People met only before a deletion, of someone who came back; else null.
    Column("earlier", Integer),
    # The order of the standings, by which a page of them is found.
    Index("ix_totals_order", "guild", "game", "period", text("points DESC"), "matches", "user_id"),
    Index(None, "user_id"),
    index_of(LEFT_OFTEN, "guild", "abandoned"),
)

bests = keyed(
    "bests",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    # Matches of one kind compare: bot.game.contract.Options.kind.
    Column("kind", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Of full length, and of all time.
    Column("matches", Integer, nullable=False),
    Column("lowest_total", Integer),
    Column("highest_total", Integer),
    Column("lowest_round", Integer),
    Column("highest_round", Integer),
    # The orders of the lists, by which their first lines are found.
    Index("ix_bests_lowest_total", "guild", "game", "kind", "lowest_total", "user_id"),
    Index("ix_bests_highest_total", "guild", "game", "kind", text("highest_total DESC"), "user_id"),
    Index("ix_bests_lowest_round", "guild", "game", "kind", "lowest_round", "user_id"),
    Index("ix_bests_highest_round", "guild", "game", "kind", text("highest_round DESC"), "user_id"),
    Index(None, "user_id"),
)

ratings = keyed(
    "ratings",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("band", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Matches before a deletion, of someone who came back.
    Column("earlier", Integer, nullable=False, server_default="0"),
    Index(None, "user_id"),
)

versus = keyed(
    "versus",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("tied", Integer, nullable=False),
    Column("week", Integer, nullable=False),
    Column("this_week", Integer, nullable=False),
    # The month of the last match in which the two met nobody else, in months since 1970, and how
    # many such matches that month has had.
    Column("month", Integer, nullable=False),
    Column("this_month", Integer, nullable=False),
    # Whether they had met before one of them had their data deleted: bot.league.lines.Met.
    Column("known", Integer, nullable=False, server_default="0"),
    Index(None, "user_id"),
    Index(None, "other_id"),
    index_of(WON_NEARLY_ALWAYS, "guild", "matches"),
)

facts = keyed(
    "facts",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("fact", Text, primary_key=True),
    # How often it was true in all matches that count for the person.
    Column("number", BigInteger, nullable=False),
    Index(None, "user_id"),
)

places = keyed(
    "places",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Where the person stood when the week began.
    Column("place", Integer, nullable=False),
    Index(None, "user_id"),
)

announcements = keyed(
    "announcements",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    # What it is about: a week's recap, or the end of a season.
    Column("key", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The message, once it is posted; 0 where nothing was to be said.
    Column("message", BigInteger),
)

former_players = keyed(
    "former_players",
    # Below zero: in place of the id of someone who had their data deleted.
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # HMAC of the id that they had, with the salt of the season in ``secrets``.
    Column("code", Text, nullable=False, index=True),
    Column("season", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Whether all of the deletion is done.
    Column("done", Boolean, nullable=False),
    # Who the same person was after their deletion before; null if that is not known.
    Column("follows", BigInteger),
)

people = keyed(
    "people",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Who may see this person's results: public, server or hidden.
    Column("visibility", Text, nullable=False),
    # Whether private hands are text for them, on all servers.
    Column("hands_as_text", Boolean, nullable=False, server_default=text("false")),
)

quiet_hours = keyed(
    "quiet_hours",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # The IANA name of a time zone; the hours, 0 to 23, are by its clocks.
    Column("zone", Text, nullable=False),
    Column("begins", Integer, nullable=False),
    Column("ends", Integer, nullable=False),
)

guild_settings = keyed(
    "guild_settings",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    # Switches are 0 or 1. 0 where there is a text.
    Column("value", Integer, nullable=False),
    # JSON; null where the value is a small whole number.
    Column("text", Text),
)
