"""The slash commands, as people use them."""
