"""The bot: rules, host, Kai, pictures and the composition root."""

__version__ = "0.1.0"
