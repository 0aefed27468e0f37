"""The texts of cards, composed from Gwynt's messages: what a card is, and what it does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludotheque.games.gwynt.components import Card
from ludotheque.messages import Messages, read_language


@cache
def words(language: str) -> Messages:
    """Gwynt's messages in one language."""
    return Messages(language, read_language(Path(__file__).parent / "messages", language))


def abilities(card: Card) -> list[str]:
    """The codes of a card's abilities, the more general first, with `hero` and `agile`, which are other columns."""
    codes = ["hero"] if card.is_hero else []
    codes += ["agile"] if card.row == "agile" else []
    return codes + ([card.ability] if card.ability != "none" else [])


def card_text(card: Card, language: str) -> str:
    """The full text of a card: "Unit, close combat, strength 5. Medic: Choose a …"."""
    say = words(language).say
    params = {"kind": card.kind, "row": card.row, "strength": card.strength}
    sentences = [say("board.card" if card.is_unit else "board.special", params)]
    for code in abilities(card):
        text = say(f"ability.{code}")
        if card.is_unit and code != "hero":  # the name of a special card is its ability
            name = say(f"ability_name.{code}")
            text = f"{name} : {text[0].lower()}{text[1:]}" if language == "fr" else f"{name}: {text}"
        sentences.append(text)
    return " ".join(sentences)


def short_ability(card: Card, messages: Messages) -> str:
    """A short text of the ability, for a list of cards."""
    return ", ".join(messages.say(f"ability_short.{code}") for code in abilities(card))
