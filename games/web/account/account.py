"""The reader's own account: name, time zone, API keys."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.api_keys import issue_api_key, revoke_api_key
from accounts.forms import ApiKeyForm, ProfileForm
from accounts.fresh import require_fresh
from accounts.key_letters import tell_of_new_key, tell_of_revoked_key
from accounts.models import User
from games.selectors.people.reliability import RECENT_MATCHES, own_reliability, reliability_in_words
from games.services.clocks.availability import bring_hours
from games.web.requests import member_of


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show the reader's name and time zone; a POST changes them."""
    form = ProfileForm(request.POST or None, user=member_of(request))
    if request.method == "POST" and form.is_valid() and form.save():
        bring_hours(User.objects.get(pk=form.user.pk))
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {
        "form": form,
        "reliability": reliability_in_words(own_reliability(member_of(request))),
        "recent_matches": RECENT_MATCHES,
    }
    return render(request, "games/profile.html", context, status=422 if form.errors else 200)


@login_required
def api_keys(request: HttpRequest) -> HttpResponse:
    """List the reader's API keys; a POST issues one, which is shown once in the answer and never again."""
    form, issued = ApiKeyForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        require_fresh(request)
        key, issued = issue_api_key(user=member_of(request), **form.cleaned_data)
        tell_of_new_key(request, member_of(request), key)
        form = ApiKeyForm()
    keys = member_of(request).api_keys.filter(revoked_at=None)
    context = {"form": form, "keys": keys, "issued": issued}
    return render(request, "games/api_keys.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_key(request: HttpRequest, key_id: int) -> HttpResponse:
    """Revoke one of the reader's API keys."""
    key = revoke_api_key(user=member_of(request), key_id=key_id)
    if key is not None:
        tell_of_revoked_key(request, member_of(request), key)
        messages.success(request, _("The key is revoked."))
    return redirect("api_keys")
