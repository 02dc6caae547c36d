"""Reviews of finished matches, made behind everything else."""
