"""The Celery application: it only wakes us. Due times, mails and phases are rows in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("letters_of_marque")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])
