"""One folder a game. To add one, copy `lampions` and see docs/add-a-game.md."""
