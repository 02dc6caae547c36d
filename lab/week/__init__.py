"""A week of dailies, nights and slow matches, by processes that are killed, and recounted."""
