"""What has to be there."""

from typing import TypeVar

T = TypeVar("T")


def there(found: T | None) -> T:
    """Return what was found; fails if there is nothing."""
    assert found is not None
    return found
