"""Compiles the rules of every game into the cache, where the tests then find them.

    python -m tests.compiling

Run by `./test` in the time that the browser leaves unused.
"""

import ludotheque as lt

if __name__ == "__main__":
    for name in lt.names():
        lt.game(name, "compiled").prepare()
