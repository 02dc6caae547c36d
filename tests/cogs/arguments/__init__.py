"""What people type behind commands."""
