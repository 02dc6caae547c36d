"""The rules of CAP-IT; ``plans`` and ``choices`` find which melds a hand has."""
