"""How much people may ask for, and how long what they send may be."""
