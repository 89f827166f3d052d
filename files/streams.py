"""Paths -> decoded text, piece by piece: files, stdin, gzip and zstd alike.

Compression is told from the first bytes, not from the name, so that it works
on stdin too. UTF-8 is read, or the encoding that is named; what is no text in it
is refused with its line and column. However much a small packed file may hold,
no more of it is in memory than a line. Nothing is known here of rows or columns.
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, BinaryIO

from .problems import DataError, UsageError, of_os, place

STDIN = "-"
PIECE = 1 << 20  # bytes read at a time
MAX_LINE = 1 << 26  # bytes: no text is so long, while a packed line of nothing but "a" may be
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
BYTE_ORDER_MARKS_OF_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# Told how many bytes of a file have been read so far, and of how many, if that is known.
Watch = Callable[[int, int | None], None]


def shown(path: str) -> str:
    """Name a path as errors do."""
    return "standard input" if path == STDIN else path


@contextmanager
def open_bytes(path: str, watch: Watch | None = None) -> Iterator[BinaryIO]:
    """Open a file, or stdin for "-", and decompress what is compressed.

    Raises:
        DataError: the file cannot be opened or read, or is damaged.
    """
    try:
        with _raw(path, watch) as raw:
            start = raw.peek(4)[:4]
            if start.startswith(GZIP):
                with gzip.GzipFile(fileobj=raw) as plain:
                    yield plain  # type: ignore[misc]
            elif start.startswith(ZSTD):
                with _zstd(path, raw) as plain:
                    yield plain
            else:
                yield raw
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DataError(f"{shown(path)}: damaged gzip data: {error}") from None
    except OSError as error:
        if error.errno is None:  # pyarrow's own: no call of the system failed
            raise DataError(f"{shown(path)}: damaged zstd data: {error}") from None
        raise of_os(shown(path), error) from None


@contextmanager
def _raw(path: str, watch: Watch | None) -> Iterator[io.BufferedReader[_Watched]]:
    if path == STDIN:
        if sys.stdin is None or sys.stdin.closed:
            raise UsageError(f"{shown(path)} is closed: give a file in the place of {STDIN!r}")
        reader = io.BufferedReader(_Watched(sys.stdin.buffer, watch, None), PIECE)
        yield reader
        return
    with Path(path).open("rb") as file:
        status = os.fstat(file.fileno())
        n_bytes = status.st_size if stat.S_ISREG(status.st_mode) else None
        with io.BufferedReader(_Watched(file, watch, n_bytes), PIECE) as reader:
            yield reader


class _Watched(io.RawIOBase):
    """Passes bytes on and tells the watch; closing it leaves the source open."""

    def __init__(
        self, source: BinaryIO | IO[bytes], watch: Watch | None, n_bytes: int | None
    ) -> None:
        self._source = source
        self._watch = watch
        self._n_bytes = n_bytes
        self._n_read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._source.read(len(buffer))
        buffer[: len(piece)] = piece
        self._n_read += len(piece)
        if self._watch is not None:
            self._watch(self._n_read, self._n_bytes)
        return len(piece)


@contextmanager
def _zstd(path: str, raw: io.BufferedReader[_Watched]) -> Iterator[BinaryIO]:
    """Decompress with pyarrow, which parquet needs anyway and datasets brings along."""
    pyarrow = import_pyarrow(f"reading {shown(path)}, which is zstd-compressed,")
    with pyarrow.CompressedInputStream(pyarrow.PythonFile(raw, mode="r"), "zstd") as plain:
        yield plain


def import_pyarrow(purpose: str) -> ModuleType:
    """Import pyarrow, or say what it is needed for and how to get it."""
    try:
        import pyarrow
    except ImportError:
        raise UsageError(f'{purpose} needs pyarrow: pip install "evaluate-rouge[files]"') from None
    return pyarrow


@contextmanager
def open_seekable(
    path: str, kind: str, magic: bytes, watch: Watch | None = None
) -> Iterator[BinaryIO]:
    """Open a file whose end must be read first; a stream is copied to disk for that.

    Raises:
        DataError: it does not start with the magic bytes of its kind: nothing is copied then.
    """
    with open_bytes(path, watch) as stream, tempfile.TemporaryFile() as copy:
        piece = stream.read(max(PIECE, len(magic)))
        if not piece.startswith(magic):
            raise DataError(f"{shown(path)}: not a {kind} file: it does not start as one")
        copy.write(piece)
        while piece := stream.read(PIECE):
            copy.write(piece)
        copy.seek(0)
        yield copy


def text_pieces(
    path: str,
    watch: Watch | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    end: bytes = b"\n",
) -> Iterator[str]:
    """Decode a file in pieces that end with a whole line ("\n"), except the last.

    A byte order mark at the start is dropped, and that of UTF-16 is heeded;
    "\r" is left where it is.

    Args:
        encoding: as Python names it; None for UTF-8.
        limit: how many bytes of text, as UTF-8, the file may hold unpacked.
        end: what pieces end with, if not a line: a byte of ASCII.

    Raises:
        DataError: bytes that are no text in the encoding, a null byte or a line
            without end, with line and column; more text than the limit.
    """
    with open_bytes(path, watch) as stream:
        n_lines = n_bytes = n_rest = 0  # before this piece; in the rest
        rest: list[bytes] = []
        for piece in _utf_8(path, stream, encoding):
            n_bytes += len(piece)
            if limit is not None and n_bytes > limit:
                raise DataError(f"{shown(path)} holds more than {limit / 2**20:,.0f} MB of text")
            cut = piece.rfind(end) + 1
            if piece and not cut and b"\0" not in piece:
                rest.append(piece)
                n_rest += len(piece)
                if n_rest > MAX_LINE:
                    at = place(shown(path), n_lines + 1)
                    raise DataError(f"{at}: a text of more than {MAX_LINE >> 20} MB")
                continue
            whole = b"".join([*rest, piece[:cut]])
            rest = [piece[cut:]]
            n_rest = len(rest[0])
            if whole:
                yield _decoded(path, whole, n_lines)
            n_lines += whole.count(b"\n")


def _utf_8(path: str, stream: BinaryIO, encoding: str | None) -> Iterator[bytes]:
    """Pass UTF-8 on as it is, and turn another encoding into it; an empty piece ends it."""
    start = stream.read(max(PIECE, 4))  # a whole mark
    if encoding is None and start.startswith(BYTE_ORDER_MARKS_OF_UTF_16):
        encoding = "utf-16"
    decode = None
    if encoding is not None:
        decode = codecs.getincrementaldecoder(checked_encoding(encoding))()
    n_lines, piece, is_start = 0, start, True
    while True:
        whole = piece
        if decode is not None:
            try:
                text = decode.decode(piece, final=not piece)
            except UnicodeError as error:
                before = getattr(error, "object", b"")[: getattr(error, "start", 0)]
                at = place(shown(path), n_lines + 1 + before.count(b"\n"))
                raise DataError(f"{at}: no text in the encoding {encoding}: {error}") from None
            n_lines += text.count("\n")
            whole = text.encode("utf-8", "surrogatepass")
        if is_start:
            whole = whole.removeprefix(codecs.BOM_UTF8)
            is_start = False
        if whole:
            yield whole
        if not piece:
            yield b""
            return
        piece = stream.read(PIECE)


def checked_encoding(name: str) -> str:
    """Refuse an encoding that Python does not know, or that is none of texts.

    Raises:
        UsageError: says what was given.
    """
    try:
        if codecs.lookup(name)._is_text_encoding:
            return name
    except (LookupError, ValueError):
        pass
    raise UsageError(f"{name!r} is no encoding; such as utf-8, latin-1, cp1252, utf-16 are")


def _decoded(path: str, whole: bytes, n_lines_before: int) -> str:
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError as error:
        at = _spot(path, whole, error.start, n_lines_before)
        raise DataError(
            f"{at}: not UTF-8 text (byte 0x{whole[error.start]:02x})",
            "--encoding names another, such as cp1252",
        ) from None
    null = whole.find(b"\0")
    if null >= 0:
        at = _spot(path, whole, null, n_lines_before)
        raise DataError(f"{at}: a null byte; this is a binary file, or text in another encoding")
    return text


def _spot(path: str, whole: bytes, position: int, n_lines_before: int) -> str:
    """Line and column, in characters, of a byte; both count from 1."""
    line = n_lines_before + whole.count(b"\n", 0, position) + 1
    line_start = whole.rfind(b"\n", 0, position) + 1
    column = len(whole[line_start:position].decode("utf-8")) + 1
    return place(shown(path), line, column)
