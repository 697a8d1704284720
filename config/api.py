"""Settings of the API: authentication, rate limits, and the head of the OpenAPI document."""

from typing import Any

from config.environment import Environment

env = Environment()

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.ApiKeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "games.api.scopes.WithinScope"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.rendering.OneRenderer",
    "DEFAULT_RENDERER_CLASSES": ["games.api.rendering.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttles.ReadThrottle", "games.api.throttles.WriteThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "read": env.rate("API_READ_RATE", "600/min"),
        "write": env.rate("API_WRITE_RATE", "120/min"),
    },
    "EXCEPTION_HANDLER": "games.api.errors.answer_with_problem",
    "DEFAULT_PAGINATION_CLASS": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Letters of Marque",
    "DESCRIPTION": "Pirate table games played by post: matches, moves, logs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": ["games.api.schema.complete_schema"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
