"""Bases, terrain, sight, reach, paths and contact, on shapely: lengths and shapes, no rules."""
