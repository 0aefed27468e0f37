"""Moves as text. A card played is written by its id alone; all else begins with a word.

`geralt_of_rivia` · `pass` · `leader` · `close` `ranged` `siege` · `swap nekker` · `keep` · `revive nekker` · `decline`
`random` · `decoy close nekker` · `discard nekker` · `fetch clear_weather` · `take nekker` · `first 0`

Reading is lenient: a card may be named as on its face, in French or English, with or without accents.
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.cards import CARDS, ROWS, fold
from ludotheque.games.gwynt.tables import CARD_NAMES, KINDS

HELP = "write for example 'geralt_of_rivia', 'pass', 'leader', 'close', 'swap nekker' or 'decoy close nekker'"

WORDS = {
    state.PASS: "pass",
    state.LEADER: "leader",
    state.KEEP: "keep",
    state.DECLINE: "decline",
    state.RANDOM: "random",
}
BLOCKS = {
    state.PLAY: "play",
    state.SWAP: "swap",
    state.REVIVE: "revive",
    state.DISCARD: "discard",
    state.FETCH: "fetch",
    state.TAKE: "take",
}


def write(action: int) -> str:
    """The notation of an action."""
    if action < state.BEGIN:
        return WORDS[action]
    if action < state.ON_ROW:
        return f"first {action - state.BEGIN}"
    if action < state.PLAY:
        return ROWS[action - state.ON_ROW]
    card = CARD_NAMES[(action - state.PLAY) % KINDS]
    if action >= state.TARGET:
        return f"decoy {ROWS[(action - state.TARGET) // KINDS]} {card}"
    word = BLOCKS[action - (action - state.PLAY) % KINDS]
    return card if word == "play" else f"{word} {card}"


_NUMBERS = {write(action): action for action in range(state.ACTIONS)}
_CARDS = {fold(name): card.id for card in CARDS for name in (card.name["fr"], card.name["en"], card.id)}


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    words = text.lower().split()
    exact = _NUMBERS.get(" ".join(words))
    if exact is not None:
        return exact
    for prefix in range(min(len(words), 3)):
        card = _CARDS.get(fold("".join(words[prefix:])))
        if card is not None:
            return _NUMBERS.get(" ".join([*words[:prefix], card]).removeprefix("play "))
    return None


def describe(action: int) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the action in words."""
    if action < state.BEGIN:
        return f"move.{WORDS[action]}", {}
    if action < state.ON_ROW:
        return "move.first", {"seat": action - state.BEGIN}
    if action < state.PLAY:
        return "move.row", {"row": ROWS[action - state.ON_ROW]}
    card = CARD_NAMES[(action - state.PLAY) % KINDS]
    if action >= state.TARGET:
        return "move.decoy", {"row": ROWS[(action - state.TARGET) // KINDS], "card": card}
    return f"move.{BLOCKS[action - (action - state.PLAY) % KINDS]}", {"card": card}
