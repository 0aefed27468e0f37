"""The texts of cards, composed from Kunitori!'s messages: what a card is, and what it does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludotheque.games.kunitori.components import Card
from ludotheque.messages import Messages, read_language

ICONS = ("attack", "cards", "money", "actions", "buys", "defence", "points")


@cache
def words(language: str) -> Messages:
    """Kunitori!'s messages in one language."""
    return Messages(language, read_language(Path(__file__).parent / "messages", language))


def icons(card: Card, messages: Messages) -> list[str]:
    """The numbers printed on a card: "attack 5", "+1 action"."""
    return [messages.say(f"icon.{name}", {"n": number}) for name in ICONS if (number := getattr(card, name))]


def card_text(card: Card, language: str) -> str:
    """The full text of a card: "Troop, cost 3: attack 2, +1 action. Deployable."."""
    messages = words(language)
    say = messages.say
    head = say("icon.head", {"category": card.category, "n": card.cost})
    colon = " : " if language == "fr" else ": "
    numbers = ", ".join(icons(card, messages))
    sentences = [f"{head}{colon}{numbers}." if numbers else f"{head}."]
    sentences += [say(f"trait.{trait}") for trait in card.traits]
    texts = [say(f"does.{effect}", {"n": number}) for effect, number in card.effects]
    if card.chooses:
        sentences.append(say("does.either", {"one": texts[0], "two": texts[1]}))
    elif texts:
        sentences.append(f"{texts[0][0].upper()}{texts[0][1:]}.")
    return " ".join(sentences)
