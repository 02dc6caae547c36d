"""The rules of the games, their records and their shuffles."""
