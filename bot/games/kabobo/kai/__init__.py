"""How Kai plays Kabobo!."""
