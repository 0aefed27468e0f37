"""How strong people are, game by game: Glicko-2, fixed ratings of bots, what is rated. docs/ratings.md argues it."""
