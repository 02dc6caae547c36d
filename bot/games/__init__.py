"""The games, one folder each (rules, face and Kai), and their registry."""
