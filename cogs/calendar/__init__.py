"""What the calendar brings by itself: noted places, weekly recaps, the ends of seasons."""
