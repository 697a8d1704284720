"""The caller's account, hours, data and talk."""
