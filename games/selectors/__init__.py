"""Every read. A reader gets what that reader may know, built up from the View and the redacted log."""
