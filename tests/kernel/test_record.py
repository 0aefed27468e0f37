"""Records: the same fields stored plain and compiled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.kernel.declare import EVENT_WIDTH, EVERYONE, SPECTATOR, Piles, state_fields, work_fields
from ludotheque.kernel.record import LIMITS, Field, Matrix, Record, assign

# Types in an order that needs padding between them, rows and tables among them.
MIXED = Record(
    Field("a", "i1"),
    Field("b", "i8"),
    Field("c", "i2", (3,)),
    Field("d", "i1", (2, 3)),
    Field("e", "i4"),
    Field("f", "i8", (2, 2)),
    Field("g", "i1", (5,)),
)


@st.composite
def filled(draw):
    record = MIXED.plain()
    for field in MIXED.fields:
        limit = LIMITS[field.type]
        numbers = draw(st.lists(st.integers(-limit, limit - 1), min_size=field.size, max_size=field.size))
        if not field.shape:
            setattr(record, field.name, numbers[0])
        elif len(field.shape) == 1:
            setattr(record, field.name, numbers)
        else:
            setattr(record, field.name, Matrix(numbers, field.shape[1]))
    return record


@given(filled(), st.integers(0, 2))
def test_store_and_fetch_give_the_same(record, i):
    array = MIXED.array(3)
    MIXED.store(record, array, i)
    back = MIXED.fetch(array, i)
    assert MIXED.key(back) == MIXED.key(record)
    for field in MIXED.fields:
        stored = array[field.name][i]
        expected = {f.name: tuple(n) for f, n in MIXED.numbers(record)}[field.name]
        assert tuple(np.atleast_1d(stored).ravel().tolist()) == expected
    blank = MIXED.key(MIXED.plain())
    assert all(MIXED.key(MIXED.fetch(array, j)) == blank for j in range(3) if j != i)


@given(filled())
def test_copy_and_assign_share_nothing(record):
    copy, target = MIXED.copy(record), MIXED.plain()
    assign(target, record)
    before = MIXED.key(record)
    assert MIXED.key(copy) == MIXED.key(target) == before
    for other in (copy, target):
        other.a, other.c[0], other.d[1, 2] = other.a ^ 1, other.c[0] ^ 1, other.d[1, 2] ^ 1
        assert MIXED.key(other) != before
        assert MIXED.key(record) == before


@pytest.mark.parametrize("type_", LIMITS)
def test_number_that_does_not_fit_is_refused(type_):
    record = Record(Field("x", type_))
    limit = LIMITS[type_]
    array, plain = record.array(1), record.plain()
    for fits in (-limit, limit - 1):
        plain.x = fits
        record.store(plain, array, 0)
        assert record.fetch(array, 0).x == fits
    for wrong in (-limit - 1, limit):
        plain.x = wrong
        with pytest.raises(OverflowError, match=f"field x .* can't hold {wrong}"):
            record.store(plain, array, 0)


def test_table_is_read_as_numpy_writes_it():
    matrix = Matrix(list(range(6)), 3)
    array = np.arange(6).reshape(2, 3)
    assert all(matrix[r, c] == array[r, c] for r in range(2) for c in range(3))
    matrix[1, 0] = 9
    assert matrix.row(1) == [9, 4, 5]
    assert matrix.flat == [0, 1, 2, 9, 4, 5]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ([("x", "u1", ())], "type 'u1'"),
        ([("x", "f8", ())], "type 'f8'"),
        ([("x", "i1", (0,))], "not one or two positive"),
        ([("x", "i1", (2, 2, 2))], "not one or two positive"),
        ([("x", "i1", ()), ("x", "i2", ())], "declared twice"),
    ],
)
def test_bad_declaration_is_refused(fields, problem):
    with pytest.raises(ValueError, match=problem):
        Record(*(Field(*field) for field in fields))


def test_unknown_field_can_not_be_written():
    with pytest.raises(AttributeError):
        MIXED.plain().nonsense = 1


def test_piles_lie_one_after_the_other():
    layout = Piles((3, 1, 5))
    assert layout.base == (0, 3, 4)
    assert layout.slots == 9
    assert [field.size for field in layout.fields()] == [9, 9, 3]


def test_shared_fields_hold_what_they_must():
    names = [field.name for field in (*state_fields(2, 3), *work_fields(4, 5))]
    assert len(names) == len(set(names))
    assert EVERYONE == 255
    assert EVERYONE >> SPECTATOR == 1
    assert {f.name: f.size for f in work_fields(4, 5)}["event"] == 4 * EVENT_WIDTH
