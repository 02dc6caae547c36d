"""The bot: rules, host, Kai, pictures and the composition root."""
