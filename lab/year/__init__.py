"""A simulated year of a server, played through the real host and recounted afterwards."""
