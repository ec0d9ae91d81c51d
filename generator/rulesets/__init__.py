"""Rules of games as code: what a ruleset offers, many games played by it, and the rulesets of our own."""
