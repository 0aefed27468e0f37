"""Lessons: positions to learn a game at. Nobody has to come in for them, and nothing is kept of them."""
