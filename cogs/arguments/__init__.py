"""What people type behind a slash command: offered, completed, checked."""
