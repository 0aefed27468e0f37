"""A game's rules in words: sections, and one entry a rule id."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from ludotheque.errors import BadInput


@dataclass(frozen=True)
class Rule:
    """One rule: its id, a few words, the rule, and where we had to decide, what we decided and why."""

    id: str
    title: str
    text: str
    ruling: str = ""


class Rulebook:
    """The rules of one game in one language. `book["LAM-03"]` is a rule; `sections` keeps the reading order."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            data = tomllib.load(file)
        self.rules = {
            name: Rule(name, entry["title"], entry["text"], entry.get("ruling", ""))
            for name, entry in data["rule"].items()
        }
        self.sections = tuple((section["title"], tuple(section["rules"])) for section in data["section"])
        listed = [rule_id for _, ids in self.sections for rule_id in ids]
        if sorted(listed) != sorted(self.rules):
            odd = ", ".join(sorted(set(listed) ^ set(self.rules))) or "a rule is listed twice"
            raise BadInput.at(path.name, 0, "section", f"sections and rules differ: {odd}")

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]
