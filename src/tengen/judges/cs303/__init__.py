"""CS303's platform: the upload check with its positions, and matches between classes `AI`."""

from tengen.judges.cs303.judge import FLAGS, Judge

__all__ = ["FLAGS", "Judge"]
