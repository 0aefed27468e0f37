"""Training of networks by self-play: what `ludotheque train` does. It needs PyTorch (the extra `train`).

Matches are played in a batch (`ludotheque.batches`), on a GPU or, small and slow, on the CPU; the network that learns
plays all seats, in some matches beside earlier selves. What comes out is a file that needs no PyTorch any more
(`bots/network.py`).
"""
