"""Gorynich: three to seven heads of one dragon, who must agree without a word. Everyone wins or loses together."""
