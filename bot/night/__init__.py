"""League nights: people are seated round by round, and one table of standings lives."""
