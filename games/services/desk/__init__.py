"""The referee's desk: looks, rulings, disputes, suspensions."""
