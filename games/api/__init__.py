"""The public contract over HTTP: `/api/v1/`, JSON in and out."""
