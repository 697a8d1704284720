"""All reads. Each reader gets only what they may know, built from the View and the redacted log."""
