"""Cards in words, put together from Gwynt's messages: what a card is, and what it does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludotheque.games.gwynt.components import Card
from ludotheque.messages import Messages, read


@cache
def words(language: str) -> Messages:
    """Gwynt's own sentences, as they stand in its message file."""
    return Messages(language, read(Path(__file__).parent / "messages" / f"{language}.toml"))


def abilities(card: Card) -> list[str]:
    """The codes of all that a card can do, the more general first: `hero` and `agile` are not in its ability column."""
    codes = ["hero"] if card.is_hero else []
    codes += ["agile"] if card.row == "agile" else []
    return codes + ([card.ability] if card.ability != "none" else [])


def card_text(card: Card, language: str) -> str:
    """What a card is and does: "Unit, close combat, strength 5. Medic: Choose a …"."""
    say = words(language).say
    params = {"kind": card.kind, "row": card.row, "strength": card.strength}
    sentences = [say("board.card" if card.is_unit else "board.special", params)]
    for code in abilities(card):
        name, colon = say(f"ability_name.{code}"), " :" if language == "fr" else ":"
        named = card.is_unit and code != "hero"  # a special card is called what it does
        sentences.append((f"{name}{colon} " if named else "") + say(f"ability.{code}"))
    return " ".join(sentences)


def short_ability(card: Card, messages: Messages) -> str:
    """The same in a few words, for a list of cards."""
    return ", ".join(messages.say(f"ability_short.{code}") for code in abilities(card))
