"""Repositories: the host's storage protocols, implemented in SQL."""
