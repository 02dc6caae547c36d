"""Personal data: export, deletion and retention."""
