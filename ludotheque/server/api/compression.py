"""Compression of answers and socket messages.

The length of compressed data reveals whether its parts are alike (as in the BREACH attack). So only answers without
secrets are compressed: messages, rules, cards, finished matches. Answers that mix secrets with texts of other people
are not. Socket messages are compressed one by one: those of a match contain no texts of people, and chat contains no
hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar.config.compression import CompressionConfig
from litestar.middleware.base import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

WORTH_IT = 1000  # bytes; less fits into one packet
WORTH_IT_ON_A_SOCKET = 4096  # bytes: less is at most three packets
LEVEL = 3  # half the CPU of the default 6, for 5 to 12 % more bytes

COMPRESSED = DefineMiddleware(
    CompressionMiddleware, config=CompressionConfig(backend="gzip", minimum_size=WORTH_IT, gzip_compress_level=6)
)


class LongerOnes(PerMessageDeflate):
    """Compresses only long frames: for short ones it costs more than it saves."""

    def encode(self, frame: Frame) -> Frame:
        """Return the frame as it is sent."""
        return frame if len(frame.data) < WORTH_IT_ON_A_SOCKET else super().encode(frame)


class ByThemselves(ServerPerMessageDeflateFactory):
    """Offers compression of each message by itself, without context takeover."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, compress_settings={"level": LEVEL})

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], LongerOnes]:
        """Return the parameters agreed with a page."""
        agreed, found = super().process_request_params(params, accepted_extensions)
        return agreed, LongerOnes(
            found.remote_no_context_takeover,
            found.local_no_context_takeover,
            found.remote_max_window_bits,
            found.local_max_window_bits,
            found.compress_settings,
        )


class CompressedSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket; long messages are compressed, each by itself."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [ByThemselves()]
