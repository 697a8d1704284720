"""The reader's block list: show it, block a person, unblock a person."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.blocks import block_person, blocks_of, unblock_person
from accounts.names import MOST_CHARACTERS
from games.web.requests import member_of


class BlockForm(forms.Form):
    """The form that names the person to block."""

    name = forms.CharField(
        label=_("Name of the player"),
        max_length=MOST_CHARACTERS,
        help_text=_("The block holds for the account, also under another name later."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def block_list(request: HttpRequest) -> HttpResponse:
    """List the people whom the reader has blocked; a POST blocks one more."""
    owner, form = member_of(request), BlockForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            block_person(owner=owner, name=form.cleaned_data["name"])
        except ValidationError as refusal:
            form.add_error("name", refusal)
        else:
            messages.success(request, gettext("Blocked. Nobody is told."))
            return redirect("blocks")
    context = {"form": form, "blocks": blocks_of(owner)}
    return render(request, "games/blocks.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def undo(request: HttpRequest, block_id: int) -> HttpResponse:
    """Unblock a person."""
    if unblock_person(owner=member_of(request), block_id=block_id):
        messages.success(request, gettext("No longer blocked. Nobody is told."))
    return redirect("blocks")
