"""A value network in integers, in kernel land: the same in plain and compiled mode, and on every machine.

What a game's `features.write_features` writes down of a position goes through one layer of hidden values. The weights
come from a data file (bots/value_network.py) and are handed over as arrays: a table would be copied into every function
that reads it.
"""

import math

from ludotheque.kernel import entry_point, kernel, table
from ludotheque.kernel.game import features

FIRST = 16384  # weights of the first layer and hidden values are counted in this part of one
SECOND = 1024  # weights of the second layer, and the answer
STEP = 64  # entries of the table of chances for a change of the exponent by one
REACH = 8 * STEP
chance_at = table(tuple(round(1000 / (1 + math.exp(-x / STEP))) for x in range(-REACH, REACH + 1)))


@kernel
def blind(s, w, x):
    """What a game sees that has learnt nothing."""
    return -1


write_features = getattr(features, "write_features", blind)


@kernel
def answer(x, hidden, first, second):
    """What the network says to the inputs `x`, in 1/1024.

    `first` has a row of weights for each input and a last one of constants, `second` a weight for each hidden value
    and a constant.
    """
    wide = len(hidden)
    inputs = len(x)
    for k in range(wide):
        hidden[k] = first[inputs * wide + k]
    for i in range(inputs):
        if x[i] != 0:
            at = i * wide
            for k in range(wide):
                hidden[k] += x[i] * first[at + k]
    total = second[wide] * FIRST
    for k in range(wide):
        if hidden[k] > 0:
            total += hidden[k] * second[k]
    return total // FIRST


@kernel
def foreseen(s, w, x, hidden, first, second, seat):
    """The chance of `seat` to win against one other, in thousandths; -1 where the game has no opinion."""
    whose = write_features(s, w, x)
    if whose < 0:
        return -1
    exponent = answer(x, hidden, first, second) * STEP // SECOND
    chance = chance_at[REACH + max(-REACH, min(REACH, exponent))]
    return chance if whose == seat else 1000 - chance


@entry_point
def note(S, i, W, j, x):
    """What is seen of `S[i]`, for learning: whose side is written first, -1 where nothing is seen."""
    return write_features(S[i], W[j], x)
