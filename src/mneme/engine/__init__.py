"""The engine knows no game, no clock and no network: rules in, prompts and views out."""
