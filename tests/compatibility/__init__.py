"""What the version before the games got one folder each has written down, read by today's code."""
