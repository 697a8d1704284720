"""Models of people."""

from accounts.models.api_key import ApiKey
from accounts.models.availability import Absence, OwnHours
from accounts.models.block import Block
from accounts.models.calendar_feed import CalendarFeed
from accounts.models.troubled_address import TroubledAddress
from accounts.models.user import User

__all__ = ["Absence", "ApiKey", "Block", "CalendarFeed", "OwnHours", "TroubledAddress", "User"]
