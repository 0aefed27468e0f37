"""What the better of two moves gains in Kunitori!: for hints and reviews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.games.kunitori.components import CARD_BY_ID, Card
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.worlds import Foresight
from ludotheque.toolkit.gains import by_points

Named = tuple[Move, Foresight]
# What a purchase brings: the sentence, and the weight of one of it in the choice of what is named.
TRAITS = {
    "points": ("reason.buy_points", 1.0),
    "money": ("reason.buy_money", 1.5),
    "attack": ("reason.buy_attack", 1.2),
    "cards": ("reason.buy_cards", 1.5),
    "actions": ("reason.buy_actions", 1.0),
    "defence": ("reason.buy_defence", 1.0),
    "buys": ("reason.buy_buys", 0.8),
}
# The same for what a seat has this turn.
MEANS = {
    "money": ("reason.money", 1.5),
    "cards": ("reason.cards", 1.5),
    "attack": ("reason.attack", 1.2),
    "actions": ("reason.actions", 1.0),
    "buys": ("reason.buys", 0.8),
}


def compare(pos: Position, seat: int, better: Named, other: Named) -> Words | None:
    """Key and parameters of what the better move gains; None if nothing certain stands out."""
    (move, seen), (otherwise, instead) = better, other
    before = pos.view(seat)["table"]
    if pos.decision == "war":
        return _war(before, seat, move, otherwise)
    if pos.decision == "buy":
        return _purchase(move, otherwise)
    if pos.decision == "trash":
        return "reason.trash", {"card": _card(move).id}
    if seen.view is None or instead.view is None:
        return None
    now, then = seen.view["table"], instead.view["table"]
    return _battle(seen, instead, seat) or by_points(pos, seat, seen, instead) or _means(now, then, seat)


def _card(move: Move) -> Card:
    """The card that a move names."""
    return CARD_BY_ID[move.text.partition(" ")[2]]


def _purchase(move: Move, otherwise: Move) -> Words | None:
    """What the card bought brings more of than the other one."""
    if move.text.startswith("pay "):
        return "reason.pay", {}
    if not move.text.startswith("buy "):  # the end of the purchases
        named = _card(otherwise) if otherwise.text.startswith("buy ") else None
        return ("reason.buy_nothing", {"card": named.id}) if named and named.points <= 0 else None
    card, rival = _card(move), _card(otherwise) if otherwise.text.startswith("buy ") else None
    found = []
    for name, (key, worth) in TRAITS.items():
        number = getattr(card, name)
        more = number - (getattr(rival, name) if rival else 0)
        if more > 0:
            found.append((worth * more, key, {"card": card.id, "n": number}))
    return max(found, key=lambda one: one[0])[1:] if found else None


def _war(before: Any, seat: int, move: Move, otherwise: Move) -> Words | None:
    """Whether the attack is enough for the weakest of the others, as their territories lie open."""
    attack = before["seats"][seat]["attack"]
    others = [who for who in range(len(before["seats"])) if who != seat]
    weakest = min(others, key=lambda who: _stronghold(before["seats"][who]))
    defence = _stronghold(before["seats"][weakest])
    told = {"n": attack, "m": defence, "other": weakest}
    if move.text == "peace":
        return "reason.peace", told
    return ("reason.war", told) if otherwise.text == "peace" and attack > defence else None


def _stronghold(seat: Any) -> int:
    """The defence that lies open in a territory."""
    deployed: Mapping[str, int] = seat["deployed"]
    return sum(n * (CARD_BY_ID[card].attack + CARD_BY_ID[card].defence) for card, n in deployed.items())


def _result(seen: Foresight) -> tuple[int | None, str | None, int] | None:
    """The winner of a battle, the prize and the margin: as it ended, or as it stands; None without a battle."""
    for told in seen.events:
        if told["event"] == "battle_tied":
            return None, None, 0
        if told["event"] == "battle_won":
            won = [one["params"]["card"] for one in seen.events if one["event"] == "won_prize"]
            return told["params"]["seat"], won[-1] if won else None, told["params"]["number"]
    table = (seen.view or {})["table"]
    battle = (table["war"] or {}).get("battle") or table["proposal"]
    if not battle or battle["prize"]["margin"] is None:
        return None
    prize = battle["prize"]
    return prize["seat"], prize["card"], prize["margin"]


def _battle(seen: Foresight, instead: Foresight, seat: int) -> Words | None:
    """Return who wins the battle with the totals as they stand, and which card."""
    result, otherwise = _result(seen), _result(instead)
    if result is None or otherwise is None:
        return None
    winner, card, margin = result
    loser, lost, _ = otherwise
    if winner == seat and card and (loser != seat or lost != card):
        return "reason.battle", {"n": margin, "card": card}
    if lost and loser not in (None, seat) and winner != loser:
        return "reason.holds", {"other": loser, "card": lost}
    return None


def _means(now: Any, then: Any, seat: int) -> Words | None:
    """Money, actions, cards and attack of this turn."""
    if now["turn"] != seat or then["turn"] != seat:
        return None
    has, instead = _means_of(now, seat), _means_of(then, seat)
    found = []
    for name, (key, worth) in MEANS.items():
        number, less = has[name], instead[name]
        if number is not None and less is not None and number > less:
            found.append((worth * (number - less), key, {"n": number, "m": less}))
    return max(found, key=lambda one: one[0])[1:] if found else None


def _means_of(table: Any, seat: int) -> dict[str, int | None]:
    """The means that a seat has left this turn; None where that isn't certain."""
    own = table["seats"][seat]
    means = {name: table[name] for name in ("money", "actions", "buys")}
    return means | {"cards": own["hand"], "attack": own["attack"]}
