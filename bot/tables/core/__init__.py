"""A table as a value: its log, its commands, and what it does by itself."""
