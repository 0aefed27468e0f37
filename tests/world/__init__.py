"""The server in a simulated world: one process, virtual time, and faults drawn from a seed.

The server's own code runs unchanged: application, tables, storage on a real SQLite file, automation, clocks. Simulated
are time, threads, the network between pages, processes and Redis, and the faults of the disk. People play, undo, leave,
come back and cheat. `python -m tests.world --seed 5` runs one world; the same seed gives the same world again.
"""
