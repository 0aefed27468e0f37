"""Replacements for packages that a browser does not have: the structures of msgspec, the plural forms of Babel.

Messages are only written here. What comes in was made by our own page and is checked by the rules, not by its type.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, dataclass_transform

PLAIN = (str, int, float, bool, type(None))


@dataclass_transform(kw_only_default=False)
class Struct:
    """A class whose annotated fields can be given, compared and written, like `msgspec.Struct`.

    No functions are generated for each class, as dataclasses do: there are many, and they would be a tenth of the code
    that a visitor downloads.
    """

    __struct_tag__: str | None = None
    __struct_fields__: tuple[str, ...] = ()
    __struct_defaults__: Mapping[str, Any] = MappingProxyType({})
    __omit_defaults__ = False

    def __init_subclass__(cls, *, tag: str | None = None, omit_defaults: bool = False, **_: Any) -> None:
        """Note the fields, those of the base first, and their defaults."""
        super().__init_subclass__()
        names = tuple(inspect.get_annotations(cls))
        cls.__struct_fields__ = (*cls.__struct_fields__, *(n for n in names if n not in cls.__struct_fields__))
        given = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        cls.__struct_defaults__ = {**cls.__struct_defaults__, **given}
        cls.__struct_tag__, cls.__omit_defaults__ = tag, omit_defaults

    def __init__(self, *given: Any, **named: Any) -> None:
        fields, defaults = self.__struct_fields__, self.__struct_defaults__
        held = self.__dict__
        held.update(zip(fields, given, strict=False))
        held.update(named)
        for name in fields:
            if name not in held:
                if name not in defaults:
                    raise TypeError(f"{type(self).__name__} needs {name}")
                there = defaults[name]
                held[name] = type(there)(there) if isinstance(there, list | dict | set) else there
        if len(held) != len(fields) or len(given) > len(fields):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(fields)}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def replace(value: Any, **changes: Any) -> Any:
    """A copy with other values."""
    return type(value)(**{**value.__dict__, **changes})


def to_builtins(value: Any) -> Any:
    """A value as what JSON has."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, Struct):
        return _fields_of(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_builtins(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): one if isinstance(one, PLAIN) else to_builtins(one) for key, one in value.items()}
    return [one if isinstance(one, PLAIN) else to_builtins(one) for one in value]


def _fields_of(value: Struct) -> dict[str, Any]:
    told: dict[str, Any] = {"type": value.__struct_tag__} if value.__struct_tag__ else {}
    held, defaults, omit = value.__dict__, value.__struct_defaults__, value.__omit_defaults__
    for name in value.__struct_fields__:
        there = held[name]
        if not (omit and name in defaults and there == defaults[name]):
            told[name] = there if isinstance(there, PLAIN) else to_builtins(there)
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
        module.structs.replace = replace
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
