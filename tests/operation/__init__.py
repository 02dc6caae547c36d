"""What an operator sees."""
