"""How Kai plays Kapow!."""
