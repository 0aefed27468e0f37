"""Tables of which actions answer which decision, derived from their names: for listing and refusing.

An action with a card is a verb (the first action of its block) plus the number of the card.
"""

from __future__ import annotations

from ludotheque.games.kunitori.declaration import DECLARATION, Action, Decision
from ludotheque.games.kunitori.tables import FIGHTERS, FIRST_OF, GENERALS, KINDS, POLITICS, STRATEGY, TREASURE, VICTORY

ANSWERS = {
    "replay": ("replay",),
    "act": ("end_actions", "play"),
    "war": ("peace", "war", "ally"),
    "buy": ("end_buys", "pay", "buy"),
    "tidy": ("end_turn", "recall", "keep"),
    "choose": ("choose",),
    "trash": ("trash",),
    "gain": ("gain",),
    "trap": ("trap",),
    "fetch": ("fetch",),
    "victim": ("rob",),
    "protect": ("show_nothing", "show"),
    "steal": ("steal_nothing", "steal"),
    "give": ("keep_it", "hand"),
    "aim": ("enough", "aim"),
    "attach": ("attach",),
    "against": ("against",),
    "consent": ("accept", "refuse"),
    "defend": ("ambush", "reinforcements"),
    "lay": ("ready", "lay"),
    "strike": ("strike", "strike_joined"),
    "prize": ("take_prize", "leave_prize"),
    "order": ("top",),
}
_decision = {action: getattr(Decision, name.upper()) for name, actions in ANSWERS.items() for action in actions}
_sizes = (last - first for first, last in zip(DECLARATION.firsts, (*DECLARATION.firsts[1:], Action.COUNT), strict=True))
# By action: the decision that it answers.
DECISION_OF = tuple(
    _decision[action.name] for action, size in zip(DECLARATION.actions, _sizes, strict=True) for _ in range(size)
)


def _rows(actions: range) -> tuple[tuple[int, ...], ...]:
    """Return, for each decision, the actions that answer it, filled with -1; no decision has number 0."""
    found = [[action for action in actions if DECISION_OF[action] == n] for n in range(1 + len(DECLARATION.decisions))]
    longest = max(map(len, found))
    return tuple((*row, *(-1,) * (longest - len(row))) for row in found)


PLAIN_OF = _rows(range(Action.REPLAY))  # those without a card
VERBS_OF = _rows(range(Action.REPLAY, Action.COUNT, KINDS))

# For each block, in the order of the verbs: the range of cards that it can name.
_ALL, _PLAYED = (0, KINDS), (0, FIRST_OF[VICTORY])
_cards = {
    Action.REPLAY: _PLAYED,
    Action.PLAY: _PLAYED,
    Action.PAY: (FIRST_OF[TREASURE], KINDS),
    Action.RECALL: _PLAYED,
    Action.KEEP: (FIRST_OF[STRATEGY], FIRST_OF[POLITICS]),
    Action.GAIN: (GENERALS, KINDS),
    Action.FETCH: (0, GENERALS),
    Action.SHOW: _PLAYED,
    Action.ATTACH: (0, GENERALS),
    Action.STRIKE: (GENERALS, FIGHTERS),
    Action.STRIKE_JOINED: (GENERALS, FIGHTERS),
}
CARDS_OF = tuple(
    _cards.get(verb, _PLAYED if verb >= Action.TRAP else _ALL) for verb in range(Action.REPLAY, Action.COUNT, KINDS)
)
