"""What each seat is told, shown and asked in recorded matches has not changed unnoticed."""

import os
from pathlib import Path

import pytest

from tests.pirates.transcripts import rendered, transcript_files


@pytest.mark.parametrize("file", transcript_files(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_transcript_reads_as_it_was_reviewed(file: Path) -> None:
    reviewed = file.read_text(encoding="utf-8")
    now = rendered(reviewed)
    if "REWRITE_TRANSCRIPTS" in os.environ:
        file.write_text(now, encoding="utf-8")
    else:
        assert now == reviewed
