"""CAP-IT on plain arrays: whole rounds played out, to compare choices."""
