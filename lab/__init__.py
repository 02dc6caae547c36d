"""Measuring and training tools; they are in a checkout, but not in the Docker image."""
