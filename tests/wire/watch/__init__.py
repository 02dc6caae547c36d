"""A watcher who knows every card, and reads all that the bot says to anyone."""
