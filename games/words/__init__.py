"""Words for values: one way to say a length of time, an instant, an option, a result, a clock."""
