"""Games as the environments that other frameworks know. Each is an extra, and imported by its own name.

`adapters.pettingzoo`, `adapters.gymnasium`, `adapters.openspiel`: thin, without rules of their own. Observations are
the game's (`game.observation`), actions its numbers, rewards shares of the win.
"""
