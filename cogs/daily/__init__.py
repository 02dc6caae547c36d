"""The daily deal: the command, a round of it, and its words."""
