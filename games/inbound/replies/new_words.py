"""New words: the lines that the sender of a reply wrote now, without quotes, old mails and signatures.

Quoted lines never count, wherever they stand. Old text that is not marked as quoted begins with an introductory line in
one of many languages. Everything from that line on is old, because a command of last turn must never run again.
"""

import re
import unicodedata

from mailparser_reply.parser import EmailMessage

from games.inbound.own_marks import holds_own_address, is_field, names_us_alone
from games.texts import clean_line

LONGEST_LINE = 400
LONGEST_WRITTEN = 2 * LONGEST_LINE
MOST_LINES = 400
MOST_CHARACTERS = 6000
WRAPS_FROM = 60

# No Danish and Swedish: their signature words begin words of notation ("tak"). Their attributions are found below.
_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "cs", "ja", "ko", "zh"]
_QUOTED = re.compile(r"^\s*(?:[>»|\u203a\uff1e]|\w{1,4}>)")
_OLD_MAIL = re.compile(
    r"^[^\w=*-]*+[-_=*]{2,}+\s*+(?:[^\W\d_]++[ '\u2019]?+){1,5}+:?\s*+[-_=*]{2,}+\W*+$"
    r"|^\W*begin forwarded message\b|^\W*anfang der weitergeleiteten|^\W*début du message (réexpédié|transféré)"
    r"|^\W*inicio del mensaje reenviado|^_{20,}\s*$|^\W*reply above this line",
    re.IGNORECASE,
)
_HEADER_LINE = re.compile(
    r"^\W*+(from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|objet|à|enviado|para|asunto"
    r"|assunto|fecha|data|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|fra|sendt|til|emne|från|skickat|till|ämne"
    r"|od|wysłano|do|temat|odesláno|komu|předmět)\*?\s?:\*?\s",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    r"\b(wrote|writes|schrieb|schreef|a écrit|escribió|escreveu|ha scritto|skrev|kirjoitti|napsala?|napisała?|írta"
    r"|yazd\u0131|пишет|писал|написала?|写道|님이 작성)\b|<[^<>@\s]+@[^<>@\s]+>|写道|書きました",
    re.IGNORECASE,
)
_BEGINS_ATTRIBUTION = re.compile(
    r"^\W*+(on|am|le|el|il|op|em|no dia|den|dne|dnia|w dniu|på|il giorno|\d{4}|\d{1,2}[./-]\d)\b|<[^<>@\s]+@[^<>@\s]+>",
    re.IGNORECASE,
)
_BEGINS_WITH_DASHES = re.compile(r"[^\w=*-]*+[-_=*]{3,}")
_SIGNATURE = re.compile(r"^--\s?$")


def new_words(text: str) -> list[str]:
    """Return the lines that the sender wrote now; an empty line is ""."""
    lines = [_plain(line) for line in text[: 50 * MOST_CHARACTERS].split("\n")[: 20 * MOST_LINES]]
    own = "\n".join(_own_lines(lines))[:MOST_CHARACTERS].strip("\n")
    if not own.strip():
        return []
    reply = EmailMessage(text=own, languages=list(_LANGUAGES), keep_hyphen_lists=True).read().replies[0]
    return [] if reply.headers else [line.strip() for line in reply.body.split("\n")][:MOST_LINES]


def _plain(line: str) -> str:
    """Return the normalized line, or "" if it is too long to be a command."""
    if len(line) > LONGEST_WRITTEN:
        return ""
    whole = clean_line(unicodedata.normalize("NFKC", line), LONGEST_LINE + 1)
    return whole if len(whole) <= LONGEST_LINE else ""


def _own_lines(lines: list[str]) -> list[str]:
    own: list[str] = []
    is_signature = False
    for number, line in enumerate(lines):
        if _QUOTED.match(line):
            _drop_attribution(own)
            is_signature = False
        elif _begins_old_mail(lines, number):
            break
        elif _SIGNATURE.match(line):
            is_signature = True
        elif not is_signature and not _is_wrapped_quote(lines, number):
            own.append(line)
    return own


def _drop_attribution(own: list[str]) -> None:
    """Remove the sentence right before a quote that names the quoted writer."""
    end = len(own)
    while end and not own[end - 1]:
        end -= 1
    if not end or not own[end - 1].rstrip("*_").endswith((":", "\uff1a")):
        return
    start = end - 1
    while start and own[start - 1] and end - start < 3 and not _is_attribution(" ".join(own[start:end])):
        start -= 1
    del own[start if _is_attribution(" ".join(own[start:end])) else end - 1 :]


def _is_attribution(sentence: str) -> bool:
    return bool(_ATTRIBUTION.search(sentence))


def _is_wrapped_quote(lines: list[str], number: int) -> bool:
    """Whether this line is the unmarked tail of a long quoted line that a mail program wrapped."""
    before, after = lines[number - 1 : number], lines[number + 1 : number + 2]
    is_between = bool(before and after and _QUOTED.match(before[0]) and _QUOTED.match(after[0]))
    return is_between and len(before[0]) >= WRAPS_FROM


def _begins_old_mail(lines: list[str], number: int) -> bool:
    """Whether everything from this line on is an older mail that is not marked as quoted."""
    if _OLD_MAIL.match(lines[number]) or (_is_between_dashes(lines[number]) and _is_attribution(lines[number])):
        return True
    if _tells_of_own_letter(lines, number):
        return True
    if _HEADER_LINE.match(lines[number]):
        return any(_HEADER_LINE.match(line) for line in _next_written(lines, number, 2))
    return _attributes_unmarked_text(lines, number)


def _tells_of_own_letter(lines: list[str], number: int) -> bool:
    """Whether this line introduces a letter of ours that follows without quote marks, in any language.

    Such a line holds an address of ours, or it is one of two neighbouring lines `word: value` and names us.
    """
    line, near = lines[number], [*lines[max(0, number - 1) : number], *_next_written(lines, number, 1)]
    is_told = holds_own_address(line) or (names_us_alone(line) and any(is_field(each) for each in near))
    return is_told and not _is_quoted_soon(lines, number)


def _is_quoted_soon(lines: list[str], number: int) -> bool:
    """Whether marked text follows within an attribution's length; its marks then show that it is old."""
    return any(_QUOTED.match(line) for line in _next_written(lines, number, 2))


def _is_between_dashes(line: str) -> bool:
    return bool(_BEGINS_WITH_DASHES.match(line) and _BEGINS_WITH_DASHES.match(line[::-1]))


def _attributes_unmarked_text(lines: list[str], number: int) -> bool:
    sentence = lines[number]
    if not _BEGINS_ATTRIBUTION.search(sentence):
        return False
    for length in range(3):
        if sentence.rstrip("*_").endswith((":", "\uff1a")):
            following = _next_written(lines, number + length, 1)
            return _is_attribution(sentence) and not (following and _QUOTED.match(following[0]))
        if number + length + 1 >= len(lines) or not lines[number + length + 1]:
            return False
        sentence += " " + lines[number + length + 1]
    return False


def _next_written(lines: list[str], number: int, most: int) -> list[str]:
    written = (line for line in lines[number + 1 : number + 8] if line)
    return [line for line, _ in zip(written, range(most), strict=False)]
