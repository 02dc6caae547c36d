"""How Kai plays CAP-IT."""
