"""Lessons: positions to learn a game. They need no account, and nothing of them is stored."""
