"""Bytes in pieces of any size become the same lines and frames."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.framing import FrameCodec, LineCodec, LineCutter, Overflow

LONGEST = 8


def cut(overflow: Overflow, *pieces: bytes) -> list[bytes | str]:
    """Return the lines and the errors; a fatal error is the last."""
    cutter = LineCutter(LONGEST, overflow, "too long")
    found: list[bytes | str] = []
    for piece in pieces:
        for line in cutter.cut(piece):
            if isinstance(line, UnreadableError):
                found.append(f"{line}{', fatal' if line.fatal else ''}")
                if line.fatal:
                    return found
            else:
                found.append(line)
    return found


def pieces_of(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(place % (len(data) + 1) for place in cuts)})
    return [data[a:b] for a, b in pairwise(places)]


@given(st.lists(st.binary(max_size=LONGEST).filter(lambda line: b"\n" not in line)), st.data())
def test_lines_do_not_depend_on_the_pieces(lines: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(line + b"\n" for line in lines)
    pieces = pieces_of(whole, data.draw(st.lists(st.integers(0, 10_000))))
    for overflow in Overflow:
        assert cut(overflow, *pieces) == lines


@given(st.lists(st.binary(max_size=3 * LONGEST).filter(lambda line: b"\n" not in line)), st.data())
def test_skipped_lines_do_not_depend_on_the_pieces(lines: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(line + b"\n" for line in lines)
    pieces = pieces_of(whole, data.draw(st.lists(st.integers(0, 10_000))))
    expected = [line if len(line) <= LONGEST else "too long" for line in lines]
    assert cut(Overflow.SKIP, *pieces) == expected


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read() -> None:
    assert cut(Overflow.SKIP, b"123456789", b"12\nok\n") == ["too long", b"ok"]


def test_a_line_that_is_too_long_ends_it() -> None:
    assert cut(Overflow.CLOSE, b"ok\n123456789\nlost\n") == [b"ok", "too long, fatal"]
    assert cut(Overflow.CLOSE, b"123456789") == ["too long, fatal"]


def test_only_a_line_without_an_end_ends_it() -> None:
    assert cut(Overflow.CLOSE_UNFINISHED, b"123456789\nok\n") == ["too long", b"ok"]
    assert cut(Overflow.CLOSE_UNFINISHED, b"ok\n", b"123456789") == [b"ok", "too long, fatal"]


def test_line_can_be_ignored() -> None:
    codec = LineCodec(
        lambda line: line.decode() or None, str.encode, LineCutter(9, Overflow.SKIP, "too long")
    )
    assert [*codec.feed(b"a\n\nb\n")] == ["a", "b"]
    assert codec.write("c") == b"c\n"


@given(st.lists(st.binary(max_size=300)), st.data())
def test_frames_do_not_depend_on_the_pieces(words: list[bytes], data: st.DataObject) -> None:
    writer, reader = FrameCodec(bytes, bytes), FrameCodec(bytes, bytes)
    whole = b"".join(map(writer.write, words))
    pieces = pieces_of(whole, data.draw(st.lists(st.integers(0, 10_000))))
    assert [word for piece in pieces for word in reader.feed(piece)] == words
