"""Return paths: the envelope's sender of each mail names what it was, so that a mail that comes back is known (VERP).

`b-o123-<seal>@…` came back for row 123 of the outbox, `b-a<mark>-<seal>@…` for account mail to the address with that
mark (`accounts/addresses.py`). The seal keeps others from making any. A provider that has its own way of telling gets
the same name as metadata instead.
"""

import base64
import re

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.crypto import constant_time_compare, salted_hmac

_LOCAL_PART = re.compile(r"^b[-+=](o[0-9]{1,18}|a[a-z2-7]{26})[-+=]([a-z2-7]{16})$")
METADATA = "letter"


def send_back_to(message: EmailMessage, name: str) -> None:
    """Set the envelope sender so that a bounce of this mail names `name`."""
    if settings.EMAIL_BACKEND.startswith("anymail."):
        message.metadata = {METADATA: name}  # type: ignore[attr-defined]
        return
    message.extra_headers.setdefault("From", message.from_email)
    message.from_email = return_path(name)


def return_path(name: str) -> str:
    """Return the address to which a mail of this name bounces."""
    return f"b-{name}-{_seal(name, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def name_in_return_path(address: str) -> str:
    """Return the name in a bounced return path, in any case and with `+` or `-`; "" if it is not ours."""
    local_part, _, domain = address.strip().strip("<>").lower().replace("%2b", "+").rpartition("@")
    found = _LOCAL_PART.match(local_part)
    if found is None or domain != settings.MAIL_DOMAIN.lower():
        return ""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    is_ours = any(constant_time_compare(_seal(found[1], key), found[2]) for key in keys)
    return found[1] if is_ours else ""


def _seal(name: str, key: str) -> str:
    mac = salted_hmac("letters of marque return path", name, secret=key, algorithm="sha256")
    return base64.b32encode(mac.digest()[:10]).decode().lower()
