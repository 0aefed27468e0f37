"""Prompts fit: on a phone none takes more than two lines, or the whole board would shift."""

from __future__ import annotations

import pytest

from ludotheque.messages import PLACE, SEATED, Messages
from ludotheque.play import registry
from tests.web.conftest import Visit
from tests.web.seated import own_turn
from tests.web.test_match import RANDOM, SWARM, lay

NAMES = ["Ana", "Bilal"]
NUMBER = 12
NARROW = (360, 740)
# Put each where the question stands, and say which make the line higher than it is.
TOO_LONG = """(questions) => {
  const line = document.querySelector('[data-test=prompt]')
  const p = line.querySelector('p')
  p.textContent = '?'
  const height = line.getBoundingClientRect().height
  return questions.filter((question) => {
    p.textContent = question
    return line.getBoundingClientRect().height > height
  })
}"""


def filling(messages: Messages, name: str) -> object:
    """The longest value of a parameter."""
    if name in SEATED:
        return 1
    values = {key.partition(".")[2]: said for key, said in messages.by_key.items() if key.startswith(f"{name}.")}
    return max(values, key=lambda value: len(values[value])) if values else NUMBER


def questions(language: str) -> list[str]:
    """Every prompt of every game, filled with the longest values."""
    found = []
    for game in registry.games():
        messages = game.messages(language)
        for key, said in messages.by_key.items():
            if key.startswith("prompt."):
                params = {place["name"]: filling(messages, place["name"]) for place in PLACE.finditer(said)}
                found.append(messages.say(key, params, NAMES))
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_fits_two_lines_of_a_phone(visit: Visit, language: str) -> None:
    page = visit(size=NARROW, language=language)
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, RANDOM])}")
    own_turn(page)
    asked = questions(language)
    assert len(asked) > 60
    assert "\n".join(page.evaluate(TOO_LONG, asked)) == ""
