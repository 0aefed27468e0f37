"""Mode "wasm": a game's rules, search and network layers as one WebAssembly module, for browsers."""
