"""The tags that say something in templates say the same words as Django's own, in every language."""

import pytest
from django.template import Context, Engine
from django.utils.translation import override

OURS = "games.web.translating"
DJANGOS = "django.templatetags.i18n"
FORMS = [
    '{% translate "Sign out" %}',
    '{% trans "100% sure" %}',
    '{% translate "Sign out" as words %}[{{ words }}]',
    "{% translate title %}",
    '{% translate "sign out"|capfirst %}',
    '{% translate "none" context "cards" %}',
    "{% blocktranslate %}Match {{ title }}{% endblocktranslate %}",
    "{% blocktranslate with title=title|upper %}Match {{ title }}{% endblocktranslate %}",
    "{% blocktranslate %}Match {{ missing }}{% endblocktranslate %}",
    "{% blocktranslate %}100% of {{ title }}{% endblocktranslate %}",
    "{% blocktranslate trimmed %}\n  Match\n  {{ title }}\n{% endblocktranslate %}",
    "{% blocktranslate count number=many %}one card{% plural %}{{ number }} cards{% endblocktranslate %}",
    "{% autoescape off %}{% blocktranslate %}Match {{ title }}{% endblocktranslate %}{% endautoescape %}",
    "{% blocktranslate asvar words %}Match {{ title }}{% endblocktranslate %}[{{ words }}]",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_each_form_says_the_same_as_djangos_own_tag(form: str, language: str) -> None:
    said = set()
    for library in (OURS, DJANGOS):
        engine = Engine(libraries={"i18n": library})
        with override(language):
            said.add(engine.from_string("{% load i18n %}" + form).render(Context({"title": "<Cap & co>", "many": 3})))
    assert len(said) == 1
