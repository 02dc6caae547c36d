"""Discord: slash commands, buttons and messages."""
