"""The page's types are those of the server."""

from __future__ import annotations

from ludotheque.server.live.protocol import FromPage, ToPage
from ludotheque.server.typescript import FILE, typescript


def test_every_message_has_its_type():
    written = typescript()
    for union in (FromPage, ToPage):
        for message in union.__args__:
            assert f"export interface {message.__name__} {{" in written
            assert f"type: '{message.__struct_config__.tag}'" in written
    assert "moves: (number | string)[]" in written
    assert "seen?: Record<string, number>" in written


def test_the_file_of_the_page_is_up_to_date():
    assert FILE.read_text(encoding="utf-8") == typescript()
