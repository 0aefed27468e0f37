"""pip's settings of the package index are passed on to uv, and uv's own settings are kept."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from tests.packaging.installing import ROOT


@pytest.fixture(scope="module")
def settings() -> ModuleType:
    """The script that set-up calls."""
    spec = importlib.util.spec_from_file_location("uv_settings", ROOT / "requirements" / "uv_settings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LISTING = """\
:env:.index-url='https://mine.example/simple'
global.cert='/certificates.pem'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
global.index-url='https://all.example/simple'
global.find-links='/wheels /more'
install.index-url='https://install.example/simple'
freeze.timeout='1'
"""


def test_an_index_a_certificate_and_folders_are_passed_on(settings):
    assert dict(settings.uv_settings(settings.pip_settings(LISTING), {})) == {
        "UV_DEFAULT_INDEX": "https://mine.example/simple",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels,/more",
        "SSL_CERT_FILE": "/certificates.pem",
    }


def test_the_command_overrules_all_commands_and_the_environment_both(settings):
    lines = LISTING.splitlines()
    assert settings.pip_settings("\n".join(lines[1:]))["index-url"] == "https://install.example/simple"
    assert settings.pip_settings("\n".join(lines[::-1]))["index-url"] == "https://mine.example/simple"


@pytest.mark.parametrize("known", ["UV_DEFAULT_INDEX", "UV_INDEX_URL"])
def test_settings_of_uv_are_kept(settings, known):
    told = settings.uv_settings({"index-url": "https://pip.example/simple"}, {known: "https://uv.example/simple"})
    assert dict(told) == {}


def test_without_settings_nothing_is_set(settings):
    assert dict(settings.uv_settings(settings.pip_settings(""), {})) == {}
