"""Card data as tables of numbers for kernels. Index: a card's number, generals first."""

from __future__ import annotations

from ludotheque.games.kunitori.components import CARD_BY_ID, CARDS, CATEGORIES, EFFECTS, PLAYED

KINDS = len(CARDS)
NAMES = tuple(card.id for card in CARDS)
COPIES = tuple(card.copies for card in CARDS)
TOTAL = sum(COPIES)

GENERAL, TROOP, STRATEGY, POLITICS, VICTORY, TREASURE = range(len(CATEGORIES))
CATEGORY = tuple(CATEGORIES.index(card.category) for card in CARDS)
GENERALS = CATEGORY.count(GENERAL)  # their numbers are 0 … GENERALS - 1
TROOPS = CATEGORY.count(TROOP)  # theirs are GENERALS … FIGHTERS - 1
FIGHTERS = GENERALS + TROOPS  # fighters come first
FIRST_OF = tuple(CATEGORY.index(category) for category in range(len(CATEGORIES)))  # each category's first number

COST = tuple(card.cost for card in CARDS)
POINTS = tuple(card.points for card in CARDS)
ATTACK = tuple(card.attack for card in CARDS)
DEFENCE = tuple(card.defence for card in CARDS)
PLUS_CARDS = tuple(card.cards for card in CARDS)
PLUS_MONEY = tuple(card.money for card in CARDS)
PLUS_ACTIONS = tuple(card.actions for card in CARDS)
PLUS_BUYS = tuple(card.buys for card in CARDS)


def _with(trait: str) -> tuple[int, ...]:
    return tuple(int(trait in card.traits) for card in CARDS)


DEPLOYABLE = _with("deployable")
STAYS = _with("stays")
BRIEF = _with("brief")
BRIEF_DEFENCE = _with("brief_defence")
DESTROYER = _with("destroyer")
UNWANTED = _with("unwanted")
REGION = _with("region")

# Texts: the number of the effect and its parameter; a second one if there is a choice.
NONE, CARDS_PLUS, MONEY_PLUS, ACTIONS_PLUS, BUYS_PLUS, RENOVATE = range(6)
TRASH_RETURN, TRAP_IT, TAKE_BACK, JOINT_WAR, STEAL_TWO = range(6, len(EFFECTS))
_effects = tuple((*card.effects, ("none", 0), ("none", 0))[:2] for card in CARDS)
EFFECT = tuple(EFFECTS.index(first) for (first, _), _ in _effects)
AMOUNT = tuple(number for (_, number), _ in _effects)
OTHER_EFFECT = tuple(EFFECTS.index(second) for _, (second, _) in _effects)
OTHER_AMOUNT = tuple(number for _, (_, number) in _effects)

HAND_SIZE = PLAYED.hand
START = tuple(PLAYED.start.get(name, 0) for name in NAMES)
START_SIZE = sum(START)
ATTACK_PRIZES = PLAYED.attack_prizes
DEFENCE_PRIZES = PLAYED.defence_prizes
PRIZES = tuple(  # victory cards, the cheapest first
    sorted((number for number in range(KINDS) if CATEGORY[number] == VICTORY), key=lambda number: COST[number])
)
NUMBER = {name: number for number, name in enumerate(CARD_BY_ID)}
