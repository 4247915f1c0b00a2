"""The native twin of the core, and the only importer of the native module."""
