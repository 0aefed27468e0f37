"""The game that `ludotheque new-game` writes for authors to begin with."""
