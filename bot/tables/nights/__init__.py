"""League nights, hosted: people sign up, and are seated at tables round after round."""
