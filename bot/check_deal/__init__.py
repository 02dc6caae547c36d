"""Check deals without the bot: from the page docs/fairness.md and the record alone.

``docs/check_deal.pyz`` is this folder as one file, which any Python from 3.11 on can run. So it
imports nothing but the standard library, and its modules import each other relatively.
"""
