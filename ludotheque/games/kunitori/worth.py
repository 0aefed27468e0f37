"""What owning a card is worth besides its points, in hundredths of a point at the beginning: for bots.

Made from the numbers on the card, so that it says something sensible of other cards as well.
"""

from __future__ import annotations

from ludotheque.games.kunitori.components import CARDS, Card
from ludotheque.games.kunitori.tables import FIRST_OF, KINDS, TREASURE

TREASURES = {1: 10, 2: 110, 3: 250}
EFFECTS = {"trash_return": 60, "trap": 30, "take_back": 50, "joint_war": 10, "ninjas": 50, "renovate": 20, "cards": 30}


def asset(card: Card) -> int:
    """The worth of one card."""
    if card.category == "treasure":
        return TREASURES.get(card.money, 90 * card.money)
    if card.category == "victory":
        return -15  # it is never played: one draw less
    worth = 45 * card.cards + 40 * card.money + 20 * card.buys + 20 * card.defence
    worth += max((EFFECTS.get(effect, 20) for effect, _ in card.effects), default=0)
    if card.category == "general":
        return worth + 30 * card.attack + 20 * card.actions + 60
    if card.category == "troop":
        return worth + 35 * card.attack + 25 * card.actions - 30 * ("brief" in card.traits)
    return worth + 20 * card.actions - 10


ASSET = tuple(asset(card) for card in CARDS)

# Treasures by what they bring: the poorest, and the one that an army is paid with.
POOREST, MIDDLING, _ = sorted(range(FIRST_OF[TREASURE], KINDS), key=lambda number: CARDS[number].money)

# What the three policies care for, in per cent: general, troop, strategy, politics, victory, treasure.
TASTE = ((0, 0, 0, 40, 100, 130), (170, 150, 40, 40, 100, 70), (110, 100, 70, 90, 100, 100))
