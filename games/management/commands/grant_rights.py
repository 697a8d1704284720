"""Let a PostgreSQL role serve the site with so few rights that no fault of the site can rewrite the past.

The owner of the tables runs migrations. The serving role reads and writes rows. It cannot alter, truncate or own a
table or disable a trigger, and it can only insert into the log and the records of the desk.
"""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from psycopg import sql

PASSWORD = "SERVING_PASSWORD"  # noqa: S105 - the name of a variable
_GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "REVOKE CREATE ON SCHEMA public FROM {role}, PUBLIC",
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "REVOKE UPDATE, DELETE ON games_logentry, games_deskrecord FROM {role}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
)


class Command(BaseCommand):
    """Creates the role if it does not exist, and grants it the rights to serve; run it after each migration."""

    help = f"Let this role of PostgreSQL serve the site; {PASSWORD} in the environment is its password, if it has one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name of the role."""
        parser.add_argument("role")

    def handle(self, *_args: Any, role: str, **_options: Any) -> None:
        """Grant the rights as the owner of the tables; raises CommandError on other databases or for the owner."""
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL knows roles.")
        if role == connection.settings_dict["USER"]:
            raise CommandError("The owner of the tables cannot be the role that serves.")
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
            verb = "ALTER" if cursor.fetchone() else "CREATE"
            for statement in (_role(verb), *_GRANTS):
                cursor.execute(self._filled(statement, role))
        self.stdout.write(f"{role} may serve.")

    def _filled(self, statement: str, role: str) -> sql.Composed:
        password = sql.Literal(os.environ.get(PASSWORD) or None)
        return sql.SQL(statement).format(role=sql.Identifier(role), password=password)


def _role(verb: str) -> str:
    return f"{verb} ROLE {{role}} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD {{password}}"
