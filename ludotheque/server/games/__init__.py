"""The games of the house: what there is to play, in which words, by which rules."""
