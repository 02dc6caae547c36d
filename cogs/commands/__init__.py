"""The slash commands: one module each, loaded as an extension when the bot starts."""
