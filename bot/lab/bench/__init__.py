"""The figures: what this machine makes of the bot, beside anchors measured in the same run."""
