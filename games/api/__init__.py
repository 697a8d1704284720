"""The public HTTP API under `/api/v1/`, JSON in and out."""
