"""The value of owning a card besides its points, in hundredths of a point at the beginning: for bots.

It is computed from the numbers on the card, so that it works for other cards, too.
"""

from __future__ import annotations

from ludotheque.games.kunitori.components import CARDS, Card
from ludotheque.games.kunitori.tables import FIRST_OF, KINDS, TREASURE

TREASURES = {1: 10, 2: 110, 3: 250}
EFFECTS = {"trash_return": 60, "trap": 30, "take_back": 50, "joint_war": 10, "ninjas": 50, "renovate": 20, "cards": 30}


def asset(card: Card) -> int:
    """The value of one card."""
    if card.category == "treasure":
        return TREASURES.get(card.money, 90 * card.money)
    if card.category == "victory":
        return -15  # it is never played, so it costs a draw
    worth = 45 * card.cards + 40 * card.money + 20 * card.buys + 20 * card.defence
    worth += max((EFFECTS.get(effect, 20) for effect, _ in card.effects), default=0)
    if card.category == "general":
        return worth + 30 * card.attack + 20 * card.actions + 60
    if card.category == "troop":
        return worth + 35 * card.attack + 25 * card.actions - 30 * ("brief" in card.traits)
    return worth + 20 * card.actions - 10


ASSET = tuple(asset(card) for card in CARDS)

# Treasures by value: the poorest, and the one that pays for an army.
POOREST, MIDDLING, _ = sorted(range(FIRST_OF[TREASURE], KINDS), key=lambda number: CARDS[number].money)

# The weights of the three policies, in per cent: general, troop, strategy, politics, victory, treasure.
TASTE = ((0, 0, 0, 40, 100, 130), (170, 150, 40, 40, 100, 70), (110, 100, 70, 90, 100, 100))
