"""The pictures of all games: drawn plainly, to compare with, and side by side, to look at."""
