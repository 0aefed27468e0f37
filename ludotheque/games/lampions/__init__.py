"""Lampions: a small game of our own, made to be copied.

It is short, but has every difficulty that a modern board game may bring: hidden hands, a secret choice made by all at
once (and withdrawn until all are ready), a reaction out of turn, a die in the middle of a turn, a card openly returned
to a hand (and so known there), a private wish shown at the end, a decision that triggers another of its kind, a shared
win.

To add a game, copy this folder and follow docs/add-a-game.md.
"""
