"""Rules of the table: the Events that a Command causes, or the reason why it is refused."""
