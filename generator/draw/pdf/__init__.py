"""Frames as PDF through ReportLab: pages, forms, tags, metadata and press files."""
