"""The asker's account, hours, data and talk."""
