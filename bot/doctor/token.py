"""Check that Discord accepts the token."""

from bot.doctor.api import APPLICATION, ME, Api
from bot.doctor.finding import FaultError, check

__all__ = ["check_token"]


@check("token")
async def check_token(api: Api) -> str:
    """Check that Discord accepts the token, and sends interactions over the gateway."""
    bot = await api.get(ME)
    application = await api.get(APPLICATION)
    if application.get("interactions_endpoint_url"):
        raise FaultError(
            "Discord accepts it, but sends interactions to a web address. Clear the "
            "Interactions Endpoint URL on the General Information page of your application."
        )
    return f"Discord accepts it: the bot is {bot['username']} (application {application['id']})."
