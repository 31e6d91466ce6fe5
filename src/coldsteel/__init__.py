"""Cold Steel plays, predicts and explains close combat in tabletop miniature wargames."""

__version__ = "0.1.0"
