"""Ratings by game: Glicko-2 and the fixed ratings of bots. docs/ratings.md explains the choices."""
