"""The referee's desk: looking into matches, rulings, disputes and suspensions."""
