"""What the tests of this folder share: a device forgets its visitor before the next one comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.server.house import House
from tests.web.conftest import NO_TOUR, Device, address_of, remembers
from tests.web.test_match import ME, OPEN, lay


def test_a_device_forgets_its_visitor(browser: Browser, house: House) -> None:
    kept = remembers(NO_TOUR)
    device = Device(browser, address_of(house), "en-GB", touch=False, kept=kept, own=False)
    page = device.page
    before = page.evaluate("localStorage.ludotheque")
    table = lay(page, "gwynt", [ME, OPEN])  # as somebody with a name and a cookie
    page.goto(f"/table/{table}")
    page.evaluate("localStorage.more = sessionStorage.more = 'more'")
    assert page.evaluate("localStorage.ludotheque") != before
    assert device.context.cookies()
    assert device.empty()
    assert device.context.cookies() == []
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [1, 0]
    assert page.evaluate("localStorage.ludotheque") == before
    with pytest.raises(AssertionError, match="own=True"):
        page.route("**", lambda route: route.continue_())
    device.context.close()
