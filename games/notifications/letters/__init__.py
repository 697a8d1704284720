"""Letters: what each kind of mail says, and how it is laid out."""
