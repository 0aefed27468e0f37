"""Replacements for packages that a browser does not have: the structures of msgspec, the plural forms of Babel.

Messages are only written here. What comes in was made by our own page and is checked by the rules, not by its type.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, dataclass_transform

PLAIN = (str, int, float, bool, type(None))


@dataclass_transform(kw_only_default=False)
class Struct:
    """A class whose annotated fields can be given, compared and written, like `msgspec.Struct`."""

    __struct_tag__: str | None = None
    __struct_fields__: tuple[str, ...] = ()
    __omit_defaults__ = False

    def __init_subclass__(
        cls,
        *,
        tag: str | None = None,
        frozen: bool = False,
        kw_only: bool = False,
        omit_defaults: bool = False,
        **_: Any,
    ) -> None:
        """Make a dataclass of it. A default that could change is copied for each."""
        super().__init_subclass__()
        for name in inspect.get_annotations(cls):
            given = cls.__dict__.get(name)
            if isinstance(given, list | dict | set):
                setattr(cls, name, dataclasses.field(default_factory=_copier(given)))
        dataclasses.dataclass(frozen=frozen, kw_only=kw_only)(cls)
        cls.__struct_tag__, cls.__omit_defaults__ = tag, omit_defaults
        cls.__struct_fields__ = tuple(field.name for field in dataclasses.fields(cls))  # type: ignore[arg-type]


def _copier(given: Any) -> Callable[[], Any]:
    return lambda: type(given)(given)


def to_builtins(value: Any) -> Any:
    """A value as what JSON has."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, Struct):
        return _fields_of(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_builtins(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): to_builtins(one) for key, one in value.items()}
    if hasattr(value, "items"):
        return {str(key): to_builtins(one) for key, one in value.items()}
    return [to_builtins(one) for one in value]


def _fields_of(value: Struct) -> dict[str, Any]:
    told: dict[str, Any] = {"type": value.__struct_tag__} if value.__struct_tag__ else {}
    for field in dataclasses.fields(value):  # type: ignore[arg-type]
        there = getattr(value, field.name)
        if not (value.__omit_defaults__ and there == field.default):
            told[field.name] = to_builtins(there)
    return told


def encode(value: Any) -> bytes:
    """A value as JSON."""
    return json.dumps(to_builtins(value), separators=(",", ":"), ensure_ascii=False).encode()


class Codec:
    """An encoder or decoder of a type that is not looked at."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.encode, self.decode = encode, json.loads


class DecodeError(ValueError):
    """Something that is no JSON."""


Plural = Callable[[str, float], str]  # the CLDR category of a number in a language
_plural: list[Plural] = []  # the one in use, last


def use_plural(plural: Plural) -> None:
    """Ask this for plural forms where Babel is missing."""
    _plural.append(plural)


def install() -> None:
    """Put the stand-ins where the packages are missing."""
    if "msgspec" not in sys.modules:
        module: Any = ModuleType("msgspec")
        module.Struct, module.Meta, module.Raw = Struct, _meta, bytes
        module.DecodeError = module.ValidationError = DecodeError
        module.to_builtins = to_builtins
        module.json, module.msgpack = ModuleType("msgspec.json"), ModuleType("msgspec.msgpack")
        for form in (module.json, module.msgpack):
            form.encode, form.decode, form.Encoder, form.Decoder = encode, json.loads, Codec, Codec
        module.structs = ModuleType("msgspec.structs")
        module.structs.replace = dataclasses.replace
        sys.modules["msgspec"] = module
        for name in ("json", "msgpack", "structs"):
            sys.modules[f"msgspec.{name}"] = getattr(module, name)
    if "babel" not in sys.modules:
        babel: Any = ModuleType("babel")

        class Locale:
            """A language, of which only the plural forms are known."""

            def __init__(self, language: str) -> None:
                self.language = language

            @classmethod
            def parse(cls, language: str) -> Locale:
                """The language of that name."""
                return cls(language)

            def plural_form(self, number: float) -> str:
                """The category of a number."""
                return _plural[-1](self.language, number)

        babel.Locale = Locale
        sys.modules["babel"] = babel


def _meta(**_: Any) -> None:
    """A restriction of values; none is checked here."""
