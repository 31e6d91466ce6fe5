"""Saved fights, their seats and their answers, in SQLite or PostgreSQL."""
