"""Django's library `i18n`, in whose place it stands. Pages and letters hold its two tags that say something by the
hundred; those are written anew here, to the same words without the roundabouts. All else is Django's own.
"""

from typing import Any

from django import template
from django.template.base import Node, Parser, Token, Variable, render_value_in_context
from django.template.context import Context
from django.templatetags import i18n
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class SaidNode(Node):
    """A fixed text, translated. Percent signs are doubled for the catalogs, as by Django."""

    def __init__(self, text: str, asvar: str | None) -> None:
        self._msgid, self._asvar = text.replace("%", "%%"), asvar

    def render(self, context: Context) -> SafeString:
        """Return the text, or keep it in the context."""
        said = mark_safe(gettext(self._msgid).replace("%%", "%"))  # noqa: S308 - a template's own words
        if self._asvar is None:
            return said
        context[self._asvar] = said
        return mark_safe("")


class ToldNode(Node):
    """A text around values, translated. Whatever is out of the ordinary is left to Django's node."""

    def __init__(self, told: Any) -> None:
        self._told, self._with = told, told.extra_context
        self._msgid, self._names = told.render_token_list(told.singular)

    def render(self, context: Context) -> str:
        """Return the text with its values, escaped where the template escapes."""
        try:
            data = {name: render_value_in_context(self._value(name, context), context) for name in self._names}
            return gettext(self._msgid) % data
        except (KeyError, ValueError):
            return str(self._told.render(context))

    def _value(self, name: str, context: Context) -> Any:
        return self._with[name].resolve(context) if name in self._with else context[name]


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Say a text in the reader's language."""
    node = i18n.do_translate(parser, token)
    said = node.filter_expression
    is_plain = isinstance(said.var, Variable) and isinstance(said.var.literal, str) and not said.filters
    if not is_plain or node.noop or node.message_context:
        return node
    return SaidNode(said.var.literal, node.asvar)


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Say a text around values in the reader's language."""
    node = i18n.do_block_translate(parser, token)
    if node.plural or node.message_context or node.asvar:
        return node
    return ToldNode(node)
