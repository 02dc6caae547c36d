"""The bot is killed at any moment of a match, over and over, and the match is what it would be."""
