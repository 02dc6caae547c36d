"""Kill the bot again and again during a match, and compare it with an uninterrupted one."""
