"""Words for values: the single place that puts durations, instants, options, results and clocks into words."""
