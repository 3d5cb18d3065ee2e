"""Mneme: an online table for story games of memory and identity."""
