"""Commands of Gwynt."""
