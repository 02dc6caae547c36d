"""Reviews of finished matches, made in the background."""
