"""Gorynich: three to seven heads of one dragon, who must agree without talking. All win or lose together."""
