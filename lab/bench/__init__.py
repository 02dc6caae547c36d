"""The benchmark: performance figures of the bot, with reference values from the same run."""
