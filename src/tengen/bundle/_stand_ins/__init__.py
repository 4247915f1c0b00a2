"""What stands in a bundle for things that only work inside the package, or in a newer Python."""
