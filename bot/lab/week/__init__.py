"""A week of daily deals and puzzles, played by processes that are killed, and recounted."""
