"""Tests of log, metrics, health and deployment."""
