"""The audit of messages: every sentence that is needed exists in English and French, none is there for nothing.

Other languages may lack sentences, which are then said in English (`ludotheque.compliance.languages` counts them).

What a game needs follows from its declaration, its notation, its prompts and its lessons; `declaration.texts` names the
tables of words that no rule refers to by key (what a card does, what a faction is called). The common messages are
compared with the sources that use them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ludotheque.bots import own
from ludotheque.bots.policy import optional_module
from ludotheque.compliance.walk import ComplianceError, matches
from ludotheque.messages import COMPLETE, FOLDER, LANGUAGES, PLACE, SEATED, common
from ludotheque.play import registry
from ludotheque.play.game import Game

PACKAGE = Path(__file__).parent.parent
USERS = (
    "cli.py",
    "commands",
    "terminal",
    "play",
    "server",
    "messages",
    "bots",
    "toolkit",
)  # who may say a common sentence


def check_messages(game: Game) -> None:
    """Every message of a game exists in each complete language, with the same parameters, all of which exist."""
    problems = audit(game)
    if problems:
        raise ComplianceError("\n".join(f"{game.name}: {problem}" for problem in problems))


def audit(game: Game) -> list[str]:
    """The faults of a game's messages, a line each."""
    expected = expected_keys(game)
    problems = []
    own = {language: _own(game, language) for language in LANGUAGES}
    free = (*(f"{table}." for table in game.declaration.texts), "you.", "several.")
    if hasattr(optional_module(f"{game.package}.review"), "themes"):
        free += ("theme.",)  # their names are made from what a move does
    for language, messages in own.items():
        here = {**common(language), **messages}
        problems += [f"{language}: {key!r} is missing" for key in sorted(expected) if key not in here]
        for key in sorted(messages):
            if key not in expected and not key.startswith(free):
                problems.append(f"{language}: {key!r} is never used")
    problems += _same_keys_and_places(own)
    problems += _second_person(game, own, set(expected))
    problems += _several(own, expected)
    for language in COMPLETE if registry.is_ours(game.name) else ():
        if not (game.folder / "messages" / f"{language}.toml").exists():
            problems.append(f"{language}: messages/{language}.toml is missing")
    for key, params in sorted(expected.items()):
        for language in LANGUAGES:
            sentence = game.messages(language).by_key.get(key, "")
            problems += _unknown_places(language, key, sentence, params)
    return [*problems, *_raw_words(game), *_words_without_text(game, own)]


def _own(game: Game, language: str) -> dict[str, str]:
    """The messages of the game alone."""
    shared = common(language)
    messages = game.messages(language).by_key
    return {key: text for key, text in messages.items() if key not in shared or shared[key] != text}


def expected_keys(game: Game) -> dict[str, set[str] | None]:
    """Every key that a game can need, with the parameters it comes with; None where they are not known."""
    declaration = game.declaration
    keys: dict[str, set[str] | None] = {}
    for event in declaration.events:
        names = {argument.name for argument in event.arguments}
        keys[f"event.{event.name}"] = names
        if event.has_secret:
            keys[f"event.{event.name}_hidden"] = {a.name for a in event.arguments if not a.secret}
    keys |= {f"refusal.{refusal.name}": set() for refusal in declaration.refusals}
    keys |= {f"cause.{cause}": set() for cause in declaration.causes}
    keys |= {f"option.{option.name}": set() for option in declaration.options}
    keys |= {f"seat_option.{option.name}": set() for option in declaration.seat_options}
    keys |= {f"bot.{name}": set() for name in own(game)}
    keys |= {key: set() for lesson in game.lessons for key in lesson.keys}
    for action in range(declaration.action_count):
        key, params = game.notation.describe(action)
        known = keys.setdefault(key, set(params))
        keys[key] = known and known & set(params)
    for table, words in declaration.vocabulary.items():
        keys |= {f"{table}.{word}": set() for word in words}
    return keys | _reasons(game) | _prompts(game)


def _reasons(game: Game) -> dict[str, set[str] | None]:
    """The sentences that the optional `reasons.py` and `story.py` of a game name: `reason.<gain>`, `story.<cause>`."""
    sources = [source for name in ("reasons.py", "story.py") if (source := game.folder / name).exists()]
    texts = [text for source in sources for text in _constants(source.read_text(encoding="utf-8"))]
    found: dict[str, set[str] | None] = {text: None for text in texts if re.fullmatch(r"(reason|story)\.\w+", text)}
    if any(text.startswith("story.") for text in texts):
        found |= {"story.rounds": {"n"}, "story.in_round": {"n", "round"}}  # the page names rounds by them
    return found


def _prompts(game: Game, count: int = 6) -> dict[str, set[str] | None]:
    """The prompts that the game's view can give, with the parameters that some random matches gave them.

    Each decision has its own, `prompt.<decision>`, or several that begin so: `prompt.take_own`, `prompt.take_theirs`.
    """
    shared = common("en")
    source = (game.folder / "view.py").read_text(encoding="utf-8")
    keys: dict[str, set[str] | None] = {
        text: None for text in _constants(source) if re.fullmatch(r"prompt\.\w+", text) and text not in shared
    }
    for match in matches(game, count, 0):
        for pos in match.walk():
            for seat in pos.actors:
                prompt = pos.prompt(seat)
                params = set(prompt["params"])
                known = keys.get(prompt["key"])
                keys[prompt["key"]] = params if known is None else known & params
    for decision in game.declaration.decisions:  # one that random play did not come to, and that the view does not name
        if not any(re.fullmatch(rf"prompt\.{decision.name}(_\w+)?", key) for key in keys):
            keys[f"prompt.{decision.name}"] = None
    return keys


def places(sentence: str) -> set[str]:
    """The parameters that a sentence uses."""
    return {match["name"] for match in PLACE.finditer(sentence)}


def _unknown_places(language: str, key: str, sentence: str, params: set[str] | None) -> Iterator[str]:
    if params is not None:
        for place in sorted(places(sentence) - params):
            has = ", ".join(sorted(params)) or "no parameters"
            yield f"{language}: {key!r} uses {{{place}}}, but comes with {has}"


def _same_keys_and_places(own: dict[str, dict[str, str]]) -> Iterator[str]:
    """All languages have the same keys, and say the same parameters under each."""
    first, *others = own
    for language in others:
        for key in sorted(own[first].keys() ^ own[language].keys()):
            yield f"{key!r} stands in {first if key in own[first] else language} alone"
        for key in sorted(own[first].keys() & own[language].keys()):
            mine, theirs = places(own[first][key]), places(own[language][key])
            if mine != theirs:
                yield f"{key!r} uses {sorted(mine)} in {first}, {sorted(theirs)} in {language}"


def _second_person(game: Game, own: dict[str, dict[str, str]], expected: set[str]) -> Iterator[str]:
    """An event or a cause that names a seat has a sentence for the player on that seat; none is there for nothing.

    A game of another package may do without these sentences, but not have only some of them.
    """
    wanted: dict[str, set[str] | None] = {}
    for event in game.declaration.events:
        arguments = {argument.name for argument in event.arguments}
        for name in SEATED:
            wanted |= {f"you.{name}.{event.name}": arguments} if name in arguments else {}
    english = game.messages("en").by_key
    causes = sorted(key for key in expected if key.startswith("story."))
    wanted |= {f"you.{name}.{key}": None for key in causes for name in SEATED if name in places(english.get(key, ""))}
    for language, messages in own.items():
        for key in sorted(set(messages) & set(wanted)):
            yield from _unknown_places(language, key, messages[key], wanted[key])
        for key in sorted(messages):
            if key.startswith("you.") and key not in wanted:
                yield f"{language}: {key!r} is never used"
    if not registry.is_ours(game.name) and not any(key.startswith("you.") for texts in own.values() for key in texts):
        return
    for key in sorted(wanted):
        _, name, said = key.split(".", 2)
        sentence = said if "." in said else f"event.{said}"
        for language in LANGUAGES:
            if name in places(own[language].get(sentence, "")) and key not in own[language]:
                yield f"{language}: {key!r} is missing"


def _several(own: dict[str, dict[str, str]], expected: dict[str, set[str] | None]) -> Iterator[str]:
    """The words for equal events in a row belong to an event, and use its parameters and `number`."""
    for language, messages in own.items():
        for key in sorted(key for key in messages if key.startswith("several.")):
            event = key.replace("several.", "event.", 1)
            if event not in expected:
                yield f"{language}: {key!r} is never used"
            yield from _unknown_places(language, key, messages[key], (expected.get(event) or set()) | {"number"})


def _raw_words(game: Game) -> Iterator[str]:
    """Words of a vocabulary that a sentence would print as they stand in the rules."""
    for event in game.declaration.events:
        for argument in event.arguments:
            words: Iterable[Any] = game.declaration.vocabulary.get(argument.type, ())
            yield from _unresolved(game, f"event.{event.name}", argument.name, words)
    for action in range(game.declaration.action_count):
        key, params = game.notation.describe(action)
        for name, value in params.items():
            yield from _unresolved(game, key, name, [value] if isinstance(value, str) else [])


def _unresolved(game: Game, key: str, name: str, words: Iterable[Any]) -> Iterator[str]:
    for language in LANGUAGES:
        by_key = game.messages(language).by_key
        if name.removesuffix("s") in SEATED or name not in places(by_key.get(key, "")):
            continue
        for word in words:
            if f"{name.rstrip('0123456789')}.{word}" not in by_key:
                yield f"{language}: {key!r} would print {word!r}: there is no {name}.{word}"


def _words_without_text(game: Game, own: dict[str, dict[str, str]]) -> Iterator[str]:
    """A table such as card_text must speak of every word of `card`."""
    for table in game.declaration.texts:
        for word in game.declaration.vocabulary.get(table.removesuffix("_text"), ()):
            for language in LANGUAGES:
                if f"{table}.{word}" not in own[language]:
                    yield f"{language}: '{table}.{word}' is missing"


# The common messages ----------------------------------------------------------------------------------------------


def audit_common(package: Path = PACKAGE) -> list[str]:
    """The faults of the messages that belong to no game, a line each."""
    own = {language: common(language) for language in LANGUAGES}
    problems = list(_same_keys_and_places(own))
    exact: set[str] = set()
    begun = {"bot_text."}  # told by the page: a sentence on each level
    for path in _sources(package):
        source = path.read_text(encoding="utf-8")
        exact |= set(_constants(source))
        begun |= set(_begun(source))
    keys = own[LANGUAGES[0]]
    for key in sorted(keys):
        if key not in exact and not any(key.startswith(begin) for begin in begun):
            problems.append(f"{key!r} is never used")
    tables = {key.partition(".")[0] for key in keys if "." in key}
    for text in sorted(exact):
        if re.fullmatch(r"[a-z_]+(\.[a-z_0-9]+)+", text) and text.partition(".")[0] in tables and text not in keys:
            problems.append(f"{text!r} is missing")
    return problems


def audit_page(folder: Path = FOLDER / "page") -> list[str]:
    """The faults of the page's messages, a line each."""
    english = read_page(folder, "en")
    own = {language: read_page(folder, language) for language in LANGUAGES}
    return list(
        _same_keys_and_places({name: texts if name in COMPLETE else english | texts for name, texts in own.items()})
    )


def read_page(folder: Path, language: str) -> dict[str, str]:
    """The sentences of the page in a language: those that its file has."""
    path = folder / f"{language}.json"
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return texts


def _sources(package: Path) -> Iterator[Path]:
    for user in USERS:
        path = package / user
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def _constants(source: str) -> Iterator[str]:
    """Every string constant of a source file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _begun(source: str) -> Iterator[str]:
    """The fixed beginnings of strings made up when the program runs: `level.` of f"level.{name}"."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            begin = str(node.values[0].value)
            if re.fullmatch(r"[a-z_]+\.([a-z_0-9.]*)", begin):
                yield begin
