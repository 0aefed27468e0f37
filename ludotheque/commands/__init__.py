"""The subcommands of `ludotheque`, a module each: `add_arguments` says what it takes, `run` does it.

Those of single games are in `games/<game>/`.
"""
