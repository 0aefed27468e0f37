"""Turn the object file that LLVM writes for wasm32 into a module that a browser can load.

LLVM has no linker for WebAssembly in Python. One object without undefined functions needs little of one: the memory
and the stack pointer become the module's own, data gets addresses, and every reference is written anew. This saves
everybody a tool chain of 100 MB.

Memory begins with the stack, which grows down: an overflow traps and damages no data. Behind it lie the data. What is
behind `__heap_base` belongs to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 5, 6, 7, 10, 11, 12
PAGE = 1 << 16
STACK = 1 << 18  # bytes
ALIGNED = 64
I32, MUTABLE, CONSTANT = 0x7F, 1, 0
I32_CONST, END = b"\x41", b"\x0b"
FUNCTIONS, DATA_SYMBOLS, SYMBOL_TABLE = 0, 1, 8  # of the section "linking"
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # flags of a symbol
# Kinds of references: to a function, an address (unsigned, signed, as four bytes), a type, a global.
TO_FUNCTION, TO_ADDRESS, TO_SIGNED_ADDRESS, TO_PLAIN_ADDRESS, TO_TYPE, TO_GLOBAL = 0, 3, 4, 5, 6, 7
WITH_ADDEND = (TO_ADDRESS, TO_SIGNED_ADDRESS, TO_PLAIN_ADDRESS)


class CannotLink(ValueError):
    """The object needs something that a module of ours does not have."""


class Reader:
    """Reads numbers and strings of the format one after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def unsigned(self) -> int:
        """The next number."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def signed(self) -> int:
        """The next number with a sign."""
        start = self.at
        number = self.unsigned()
        bits = 7 * (self.at - start)
        return number - (1 << bits) if number >> (bits - 1) & 1 else number

    def take(self, n: int) -> bytes:
        """The next `n` bytes."""
        self.at += n
        return self.data[self.at - n : self.at]

    def name(self) -> str:
        """The next string."""
        return self.take(self.unsigned()).decode()

    @property
    def ended(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.data)


def unsigned(number: int) -> bytes:
    """A number as the format writes it."""
    out = bytearray()
    while True:
        byte, number = number & 0x7F, number >> 7
        out.append(byte | (0x80 if number else 0))
        if not number:
            return bytes(out)


def signed(number: int) -> bytes:
    """A number with a sign as the format writes it."""
    out = bytearray()
    while True:
        byte, number = number & 0x7F, number >> 7
        done = number == (-1 if byte & 0x40 else 0)
        out.append(byte | (0 if done else 0x80))
        if done:
            return bytes(out)


def named(name: str) -> bytes:
    """A string as the format writes it."""
    return unsigned(len(name.encode())) + name.encode()


def section(number: int, content: bytes) -> bytes:
    """A section with its length."""
    return bytes([number]) + unsigned(len(content)) + content


def listed(items: Sequence[bytes]) -> bytes:
    """A list with its length."""
    return unsigned(len(items)) + b"".join(items)


@dataclass(frozen=True)
class Symbol:
    """The target of a reference: a function by its index, or data by segment and offset."""

    kind: int
    name: str
    index: int
    offset: int = 0


@dataclass(frozen=True)
class Reference:
    """A place in a section where the number of a symbol has to be written."""

    kind: int
    at: int
    symbol: int
    addend: int


Target = Callable[[Reference], int]  # the number that has to be written for a reference


@dataclass
class ObjectFile:
    """The parts of an object file."""

    sections: dict[int, bytes] = field(default_factory=dict)
    symbols: list[Symbol] = field(default_factory=list)
    references: dict[int, list[Reference]] = field(default_factory=dict)

    @classmethod
    def read_object(cls, data: bytes) -> ObjectFile:
        """An object file as LLVM writes it."""
        found = cls()
        reader = Reader(data, len(MAGIC))
        order: list[int] = []
        while not reader.ended:
            number = reader.byte()
            content = reader.take(reader.unsigned())
            order.append(number)
            if number != CUSTOM:
                found.sections[number] = content
                continue
            inside = Reader(content)
            name = inside.name()
            if name == "linking":
                found.symbols = list(_read_symbols(inside))
            elif name in ("reloc.CODE", "reloc.DATA"):
                where = order[inside.unsigned()]
                found.references[where] = list(_read_references(inside))
        return found


def _read_symbols(reader: Reader) -> Iterable[Symbol]:
    reader.unsigned()  # the version of the format
    while not reader.ended:
        kind, length = reader.byte(), reader.unsigned()
        end = reader.at + length
        if kind == SYMBOL_TABLE:
            for _ in range(reader.unsigned()):
                yield _read_symbol(reader)
        reader.at = end


def _read_symbol(reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.unsigned()
    if kind == DATA_SYMBOLS:
        name = reader.name()
        if flags & UNDEFINED:
            raise CannotLink(f"the data {name} are nowhere defined")
        segment, offset, _size = reader.unsigned(), reader.unsigned(), reader.unsigned()
        return Symbol(kind, name, segment, offset)
    index = reader.unsigned()
    name = reader.name() if not flags & UNDEFINED or flags & EXPLICIT_NAME else ""
    return Symbol(kind, name, index)


def _read_references(reader: Reader) -> Iterable[Reference]:
    for _ in range(reader.unsigned()):
        kind, at, symbol = reader.byte(), reader.unsigned(), reader.unsigned()
        yield Reference(kind, at, symbol, reader.signed() if kind in WITH_ADDEND else 0)


def link(data: bytes, exported: Sequence[str]) -> bytes:
    """The module of an object file, with these functions, its memory and `__heap_base` to be called from outside."""
    found = ObjectFile.read_object(data)
    _check_imports(found.sections.get(IMPORT, b"\0"))
    segments, offsets = _read_segments(found.sections.get(DATA, b"\0"))
    starts = [STACK + offset for offset in offsets]
    end = max((start + len(segment) for start, segment in zip(starts, segments)), default=STACK)
    heap = (end + ALIGNED - 1) // ALIGNED * ALIGNED

    def target(reference: Reference) -> int:
        if reference.kind == TO_TYPE:
            return reference.symbol
        symbol = found.symbols[reference.symbol]
        return starts[symbol.index] + symbol.offset + reference.addend if symbol.kind == DATA_SYMBOLS else symbol.index

    code = _write_code(found.sections[CODE], found.references.get(CODE, []), target)
    filled = _write_segments(found.sections.get(DATA, b"\0"), found.references.get(DATA, []), target)
    indices = {symbol.name: symbol.index for symbol in found.symbols if symbol.kind == FUNCTIONS}
    exports = [named(name) + bytes([0]) + unsigned(indices[name]) for name in exported]
    exports += [named("memory") + b"\2\0", named("__heap_base") + b"\3\1"]
    constants = [
        bytes([I32, kind]) + I32_CONST + signed(number) + END for kind, number in ((MUTABLE, STACK), (CONSTANT, heap))
    ]
    data_items = [b"\0" + I32_CONST + signed(start) + END + unsigned(len(s)) + s for start, s in zip(starts, filled)]
    return b"".join(
        (
            MAGIC,
            section(TYPE, found.sections[TYPE]),
            section(FUNCTION, found.sections[FUNCTION]),
            section(MEMORY, listed([b"\0" + unsigned(-(-heap // PAGE))])),
            section(GLOBAL, listed(constants)),
            section(EXPORT, listed(exports)),
            section(DATA_COUNT, unsigned(len(data_items))),
            section(CODE, code),
            section(DATA, listed(data_items)),
        )
    )


def _check_imports(content: bytes) -> None:
    """Refuse what a module of ours does not define itself: only the memory and the stack pointer are known."""
    reader = Reader(content)
    for _ in range(reader.unsigned()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == 2:
            flags = reader.byte()
            reader.unsigned()
            if flags & 1:
                reader.unsigned()
        elif kind == 3 and name == "__stack_pointer":
            reader.take(2)
        else:
            raise CannotLink(f"{name} is nowhere defined: kernels may not call what needs an operating system")


def _read_segments(content: bytes) -> tuple[list[bytes], list[int]]:
    """The data of each segment, and where it lies relative to the first."""
    reader = Reader(content)
    segments, offsets = [], []
    for _ in range(reader.unsigned()):
        if reader.unsigned() != 0 or reader.take(1) != I32_CONST:
            raise CannotLink("a segment of data has no fixed place")
        offsets.append(reader.signed())
        reader.take(1)
        segments.append(reader.take(reader.unsigned()))
    return segments, offsets


def _write_segments(content: bytes, references: list[Reference], target: Target) -> list[bytes]:
    """The data of each segment with addresses written in; references count from the begin of the section."""
    written = bytearray(content)
    for reference in references:
        if reference.kind != TO_PLAIN_ADDRESS:
            raise CannotLink(f"data refer to something in an unknown way: {reference.kind}")
        written[reference.at : reference.at + 4] = target(reference).to_bytes(4, "little")
    return _read_segments(bytes(written))[0]


def _write_code(content: bytes, references: list[Reference], target: Target) -> bytes:
    """The functions, each reference as short as it can be: LLVM leaves five bytes for every one."""
    reader = Reader(content)
    waiting = sorted(references, key=lambda reference: reference.at)
    at = 0
    bodies = []
    for _ in range(reader.unsigned()):
        length = reader.unsigned()
        start, end = reader.at, reader.at + length
        pieces = []
        while at < len(waiting) and waiting[at].at < end:
            reference = waiting[at]
            pieces.append(content[start : reference.at])
            number = target(reference)
            if reference.kind in (TO_FUNCTION, TO_ADDRESS, TO_TYPE, TO_GLOBAL):
                pieces.append(unsigned(number))
            elif reference.kind == TO_SIGNED_ADDRESS:
                pieces.append(signed(number))
            else:
                raise CannotLink(f"code refers to something in an unknown way: {reference.kind}")
            start = reference.at + 5
            at += 1
        pieces.append(content[start:end])
        body = b"".join(pieces)
        bodies.append(unsigned(len(body)) + body)
        reader.at = end
    return listed(bodies)
