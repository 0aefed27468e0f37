"""Lampions: a small game of our own, made to be copied.

It is short, but has every difficulty of a modern board game: hidden hands, a secret choice that all make at once (and
may take back until all are ready), a reaction out of turn, a die roll in the middle of a turn, a card openly returned
to a hand (so everybody knows it there), a private wish revealed at the end, a decision that triggers another of its
kind, a shared win.

To add a game, copy this folder and follow docs/add-a-game.md.
"""
