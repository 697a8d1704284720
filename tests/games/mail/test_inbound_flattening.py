"""Flattening HTML: what a reader sees, quotes marked; no markup takes long or brings old words in as new."""

import time

import pytest

from games.inbound.mime.flattening import flatten_html
from games.inbound.replies.new_words import new_words


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>a</p><p>b<br>c</p>", "a\n\nb\nc"),
        ("<td>a</td>  <td>b</td>", "a b"),
        ("<pre>a\n  b</pre>", "a\nb"),
        ("a &lt; b &amp; &#99;", "a < b & c"),
        ("1 < 2 and <3", "1 < 2 and <3"),
        ("<blockquote>old<blockquote>older</blockquote></blockquote>new", "> old\n> older\nnew"),
        ("<blockquote><div>old</p></blockquote></div>new", "> old\nnew"),
        ("<blockquote></div>old", "> old"),
        ('<div hidden>no</div><span style="display: none">no</span>yes', "yes"),
        ("<style>p { color: red }</style><SCRIPT>no</SCRIPT>yes", "yes"),
        ('<a title="1 > 0">yes</a>', "yes"),
        ("yes<!-- no", "yes"),
    ],
)
def test_markup_becomes_what_a_reader_sees(markup: str, text: str) -> None:
    lines = flatten_html(markup).split("\n")
    assert [line for line in lines if line not in ("", ">")] == [line for line in text.split("\n") if line]


def test_what_lies_too_deep_to_be_followed_counts_as_old() -> None:
    assert new_words(flatten_html("new" + "<div>" * 300 + "pass")) == ["new"]


@pytest.mark.parametrize(
    "part", ["<div>", "<blockquote>x", '<a href="', "<", "&", "<!--", "<?", "</a ", "<title>", "> x"]
)
def test_no_markup_takes_long(part: str) -> None:
    started = time.process_time()
    new_words(flatten_html(part * (200_000 // len(part))))
    assert time.process_time() - started < 10


@pytest.mark.parametrize("line", ["On " * 130, "From: " * 60, "*" * 390, "-- " + "ab " * 120, "Warning: mail " * 28])
def test_no_text_takes_long(line: str) -> None:
    started = time.process_time()
    new_words(f"{line}\n" * 500)
    assert time.process_time() - started < 10
