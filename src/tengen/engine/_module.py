"""The native module, or one clear sentence where it was not built."""

from tengen.errors import NotAvailable

try:
    from tengen import _native as native
except ImportError as missing:
    raise NotAvailable(
        "no-native",
        "the native core is missing ({reason}); build it with: pip install .",
        reason=str(missing),
    ) from missing

__all__ = ["native"]
