"""What is sent compressed, and what never is.

Compressed text betrays by its length whether one part of it is like another. So only answers that hold nothing secret
are compressed: words, rules, pieces, what is left of finished matches. What holds a secret (a list of my tables, with
names that others chose; the log of my hand) goes out as it is. The messages of a socket are compressed each by itself:
those of a match hold no words of people, and talk holds no hidden card.
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

WORTH_IT = 1000  # bytes; less fits into one packet anyway
WORTH_IT_ON_A_SOCKET = 4096  # bytes: fewer are three packets, which travel together; boards seldom need more
LEVEL = 3  # half of what the usual 6 costs, for a twentieth (small boards) to an eighth (the largest) more bytes

COMPRESSED = DefineMiddleware(
    CompressionMiddleware, config=CompressionConfig(backend="gzip", minimum_size=WORTH_IT, gzip_compress_level=6)
)


class LongerOnes(PerMessageDeflate):
    """Compresses what is worth it: to make ready for a few words costs more than to send them."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it goes out."""
        return frame if len(frame.data) < WORTH_IT_ON_A_SOCKET else super().encode(frame)


class ByThemselves(ServerPerMessageDeflateFactory):
    """Offers to compress, each message by itself, without a memory of those before it."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, compress_settings={"level": LEVEL})

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], LongerOnes]:
        """What was agreed on with a page."""
        agreed, found = super().process_request_params(params, accepted_extensions)
        return agreed, LongerOnes(
            found.remote_no_context_takeover,
            found.local_no_context_takeover,
            found.remote_max_window_bits,
            found.local_max_window_bits,
            found.compress_settings,
        )


class CompressedSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket, but each message is compressed by itself, if it is long enough."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [ByThemselves()]
