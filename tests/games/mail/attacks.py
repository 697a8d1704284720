"""Mails that once cost minutes, memory or an exception: each is one way of making a reader work far beyond its size."""

from games.inbound.doors.storing import MOST_BYTES

_FROM = "From: Demo Anna <demo.anna@mail.example>\nMIME-Version: 1.0\n"
_MARKS = "\u0316\u0301"


def attacks() -> dict[str, bytes]:
    """Return the mails by name, each below the size that a mail may have, and none with a move in it."""
    return {
        name: mail[: MOST_BYTES - 200] for name, mail in {**_heads(), **_structures(), **_texts(), **_pages()}.items()
    }


def _plain(text: str, more: str = "") -> bytes:
    return f"{_FROM}Content-Type: text/plain; charset=utf-8{more}\n\n{text}\n".encode()


def _page(markup: str) -> bytes:
    return f"{_FROM}Content-Type: text/html; charset=utf-8\n\n{markup}\n".encode()


def _heads() -> dict[str, bytes]:
    pieces = "".join(f"; boundary*{number}=x" for number in range(30_000))
    values = {
        "parentheses": "(" * 1200,
        "brackets": "<" * 1900,
        "quotes": '"' * 1901,
        "escaped quotes": '"' + "\\" * 1900,
        "commas": "a@b.example," * 150_000,
        "half an encoded word": "=?utf-8?q?" * 50_000,
        "encoded words": "=?utf-8?q?a?= " * 50_000,
        "half a character": "=?utf-7?q?+2AA-?=",
        "long base64": "=?utf-8?b?" + "A" * 100_001 + "?=",
    }
    heads = {
        f"{header} of {name}": f"{header}: {value}\n{_FROM}\nhello\n".encode()
        for name, value in values.items()
        for header in ("From", "To", "Message-ID", "Subject", "Return-Path")
    }
    return heads | {
        "60,000 headers": (_FROM + "X-A: b\n" * 60_000 + "\nhello\n").encode(),
        "folded for ever": (_FROM + "X-A: b\n" + " \n" * 300_000 + "\nhello\n").encode(),
        "parameters": _plain("hello", "; a=b" * 100_000),
        "semicolons": _plain("hello", ";" * 500_000),
        "spaces before a sign": _plain("hello", "; a" + " " * 500_000 + "b"),
        "pieces of a parameter": _plain("hello", pieces),
        "pieces that are no number": _plain("hello", "; charset*\u0663*=a; charset*-1*=b; charset**=c"),
        "a charset of nothing": _plain("hello").replace(b"=utf-8", b"*=utf-8''%00%ff"),
        "a charset of a kilometre": _plain("hello").replace(b"=utf-8", b"=" + b"x" * 100_000),
    }


def _structures() -> dict[str, bytes]:
    deep = "".join(f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' for level in range(300))
    broad = 'Content-Type: multipart/mixed; boundary="b"\n\n' + "--b\n\nx\n" * 200_000
    heads = 'Content-Type: multipart/mixed; boundary="b"\n\n' + ("--b\n" + "X: y\n" * 1900 + "\nx\n") * 190
    full = 'Content-Type: multipart/mixed; boundary="b"\n\n' + ("--b\n\n" + "x\n" * 5000) * 190
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' for level in range(19))
    return {
        "300 levels and 2 MB": (_FROM + deep + "\n" + "hello hello\n" * 160_000).encode(),
        "19 levels and 2 MB": (_FROM + nested + "\n" + "--hello\n" * 230_000).encode(),
        "200,000 parts": (_FROM + broad).encode(),
        "many heads of many lines": (_FROM + heads).encode(),
        "much text in many parts": (_FROM + full).encode(),
        "a mail in a mail": (_FROM + "Content-Type: message/rfc822\n\n" * 2000 + "\nhello\n").encode(),
        "status for ever": (_FROM + "Content-Type: message/delivery-status\n\n" + "\nAction: x\n" * 180_000).encode(),
        "half of base64": (_FROM + "Content-Transfer-Encoding: base64\n\n" + "QUJ\n=" * 300_000).encode(),
        "quoted-printable of signs": (
            _FROM + "Content-Transfer-Encoding: quoted-printable\n\n" + "=" * 1_900_000
        ).encode(),
        "nothing but zeros": b"\0" * 1_900_000,
        "nothing but line ends": b"\r" * 1_900_000,
        "no line end": b"a" * 1_900_000,
    }


def _texts() -> dict[str, bytes]:
    lines = {
        "dashes and letters": "--" + "a" * 390,
        "stars": "*" * 399 + "a",
        "mixed dashes": "-=" * 199 + "a",
        "an attribution without end": "On Tue, 3 Mar 2026 at 10:15, x wrote ",
        "disclaimers": "This e-mail is confidential mail mail mail ",
        "headers": "From: a\nSent: b\nTo: c\nSubject: d",
        "fields": "a:" * 190,
        "signatures": "Sent from my " + "a " * 150,
        "moves that go on": "bury shovel,",
        "moves and then": "pass then " * 35,
        "codes": "2aa " * 95,
        "quotes": ">" * 200 + " x",
        "half addresses": "<a@" * 130,
        "r-addresses": "r-" + "a" * 380,
    }
    texts = {f"text of {name}": _plain(f"{line}\n" * (200_000 // len(line))) for name, line in lines.items()}
    return texts | {
        "540 kB of combining marks": _plain("a" + _MARKS * 135_000),
        "combining marks in lines": _plain(("a" + _MARKS * 190 + "\n") * 700),
        "combining marks in moves": _plain(("shovel " + _MARKS * 190 + ",\n") * 20),
        "growing letters": _plain("\ufdfa" * 200_000),
        "flowed for ever": _plain("a \n" * 200_000, "; format=flowed; delsp=yes"),
        "utf-7": _plain("+2AA-" * 100_000).replace(b"=utf-8", b"=utf-7"),
        "utf-16": _plain("\0\xd8" * 100_000).replace(b"=utf-8", b"=utf-16"),
    }


def _pages() -> dict[str, bytes]:
    parts = {
        "open elements": "<div>",
        "open quotes": "<blockquote>x",
        "half a tag": '<a href="',
        "signs": "<",
        "entities": "&",
        "numbers": "&#",
        "a comment": "<!--",
        "half an end": "</a ",
        "titles": "<title>",
        "attributes": "<a " + "b " * 3000 + ">",
        "words": "x<b>y",
        "ends without a beginning": "</b></i></p>",
        "preformatted": "<pre>\n\n\n",
        "spaces": "<p    ",
    }
    pages = {f"page of {name}": _page(part * (400_000 // len(part))) for name, part in parts.items()}
    deep = "<a><blockquote>" + "".join(f"<x{level}>" for level in range(190))
    return pages | {
        "a number beyond numbers": _page("&#" + "9" * 6000 + ";"),
        "deep and much in it": _page(deep + "x<i>y</i></a>" * 20_000),
    }
