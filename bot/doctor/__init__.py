"""The doctor: checks of everything that the bot needs to run, with advice for each fault."""
