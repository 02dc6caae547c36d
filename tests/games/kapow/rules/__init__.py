"""The rules of Kapow!, number by number."""
