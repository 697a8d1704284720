"""The OpenAPI document, its page, and the answer to addresses that do not exist."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


class SchemaView(SpectacularJSONAPIView):
    """`schema/`."""


@method_decorator(csp_update({"style-src": [UNSAFE_INLINE]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """`docs/`. Swagger UI styles its page inline; its scripts come from this site alone."""

    url_name = "api_schema"


class NowhereView(APIView):
    """Addresses that do not exist: the same 404 for every method."""

    permission_classes = [AllowAny]
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Raise NotFound."""
        super().initial(request, *args, **kwargs)
        raise NotFound(_("There is nothing at this address."))
