"""A Discord on real sockets: the part of REST v10 and of the gateway that the bot uses.

It speaks HTTP and WebSocket as Discord does, so that discord.py connects to it unmodified, and it
keeps what was said: every request, to whom its content was shown, every message as it stands now.
What Discord does badly at times (refuse, delay, repeat, forget, hang up) it does to order.
"""

from tests.wire.stand_in.interactions import Interaction
from tests.wire.stand_in.limits import Limits
from tests.wire.stand_in.orders import Order
from tests.wire.stand_in.server import StandIn
from tests.wire.stand_in.world import Channel, Guild, Message, User

__all__ = ["Channel", "Guild", "Interaction", "Limits", "Message", "Order", "StandIn", "User"]
