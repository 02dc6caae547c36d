"""How Kai plays Chow Pow!."""
