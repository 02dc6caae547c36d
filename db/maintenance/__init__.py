"""Upgrade, check, back up, copy and benchmark a database."""
