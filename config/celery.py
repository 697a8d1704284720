"""The Celery application. It only wakes the workers: due times, mails and phases are rows in the database."""

import os

from celery import Celery
from celery.signals import setup_logging

from config.file_broker import use_whole_messages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

use_whole_messages()
app = Celery("letters_of_marque")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])


@setup_logging.connect
def leave_logging_alone(**_: object) -> None:
    """Keep Celery from configuring logging, because Django has done so already."""
