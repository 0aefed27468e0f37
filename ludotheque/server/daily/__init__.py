"""The daily deal: one seed a day and game, the same bots, one try each."""
