"""Moves as text: a verb, and the card or seat it is about. Static: no position is needed to read or write one.

`replay cavalry` · `play trap` · `choose joint_war` · `trash copper` · `gain silver` · `fetch honda_tadakatsu`
`trap 1 cavalry` · `rob 2` · `show nothing` · `steal gold` · `end actions`
`war` · `peace` · `aim 2` · `enough` · `attach honda_tadakatsu` · `ally 1` · `against 2` · `accept` · `refuse`
`ambush` · `reinforcements` · `lay spear_troopers` · `ready` · `strike cavalry` · `strike joined cavalry`
`take prize` · `leave prize` · `top silver`
`pay copper` · `buy village` · `hand 1` · `keep it` · `end buys` · `recall cavalry` · `keep trap` · `end turn`

Reading is lenient: a card may be named as on its face, in French or English, with or without accents.
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.kunitori import state
from ludotheque.games.kunitori.cards import CARDS, EFFECTS, fold
from ludotheque.games.kunitori.tables import CATEGORY, KINDS, NAMES, TREASURE

HELP = "write for example 'play cavalry', 'end actions', 'pay copper', 'buy village', 'aim 1' or 'end turn'"

WORDS = {
    state.END_ACTIONS: "end actions",
    state.PEACE: "peace",
    state.WAGE: "war",
    state.ENOUGH: "enough",
    state.AMBUSH: "ambush",
    state.REINFORCE: "reinforcements",
    state.READY: "ready",
    state.TAKE_PRIZE: "take prize",
    state.LEAVE_PRIZE: "leave prize",
    state.ACCEPT: "accept",
    state.REFUSE: "refuse",
    state.SHOW_NOTHING: "show nothing",
    state.STEAL_NOTHING: "steal nothing",
    state.KEEP_IT: "keep it",
    state.END_BUYS: "end buys",
    state.END_TURN: "end turn",
}
SEAT_VERBS = ("aim", "ally", "against", "rob", "hand")
CARD_VERBS = (
    *("replay", "play", "pay", "buy", "recall", "keep", "trash", "gain", "fetch", "show", "steal", "lay", "top"),
    *("attach", "strike", "strike joined"),
)


def write(action: int) -> str:
    """The notation of an action."""
    if action < state.CHOOSE_EFFECT:
        return WORDS[action]
    if action < state.AIM_AT:
        return f"choose {EFFECTS[action - state.CHOOSE_EFFECT]}"
    if action < state.BLOCKS:
        verb, seat = divmod(action - state.AIM_AT, state.SEATS)
        return f"{SEAT_VERBS[verb]} {seat}"
    block, card = divmod(action - state.BLOCKS, KINDS)
    if block >= state.TRAP_CARD:
        return f"trap {block - state.TRAP_CARD} {NAMES[card]}"
    return f"{CARD_VERBS[block]} {NAMES[card]}"


_NUMBERS = {write(action): action for action in range(state.ACTIONS)}
_CARDS = {fold(name): card.id for card in CARDS for name in (*card.name.values(), card.id)}


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    words = text.lower().split()
    exact = _NUMBERS.get(" ".join(words))
    if exact is not None:
        return exact
    for verb in (1, 2):
        card = _CARDS.get(fold("".join(words[verb:])))
        if card is not None:
            return _NUMBERS.get(" ".join([*words[:verb], card]))
    return None


def describe(action: int) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the action in words."""
    if action < state.CHOOSE_EFFECT:
        return f"move.{WORDS[action].replace(' ', '_')}", {}
    if action < state.AIM_AT:
        return "move.choose", {"effect": EFFECTS[action - state.CHOOSE_EFFECT]}
    if action < state.BLOCKS:
        verb, seat = divmod(action - state.AIM_AT, state.SEATS)
        return f"move.{SEAT_VERBS[verb]}", {"seat": seat}
    block, card = divmod(action - state.BLOCKS, KINDS)
    if block >= state.TRAP_CARD:
        return "move.trap", {"seat": block - state.TRAP_CARD, "card": NAMES[card]}
    return f"move.{CARD_VERBS[block].replace(' ', '_')}", {"card": NAMES[card]}


def bundles(s: Any, seat: int) -> list[tuple[str, dict[str, Any], list[int]]]:
    """Several moves that a person makes as one: all treasures of the hand at once (KUN-09).

    Each is a key of its name, parameters, and the actions in order; offered to `seat`, who owes the decision.
    """
    if s.ask_kind[s.depth - 1] != state.BUY:
        return []
    treasures = [k for k in range(KINDS) if CATEGORY[k] == TREASURE for _ in range(s.hand[seat, k])]
    if len(treasures) < 2:
        return []
    pay = state.BLOCKS + state.PAY * KINDS
    return [("bundle.treasures", {"n": len(treasures)}, [pay + k for k in treasures])]
