"""Players of Kapow! for the arena."""
