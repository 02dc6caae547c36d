"""The house itself: layout, imports, sizes, settings, command line and documents."""
