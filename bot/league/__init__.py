"""The league: who counts, ratings and standings, pure; and what is told and asked of it."""
