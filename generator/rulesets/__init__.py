"""Rules of games as code: the protocols of rulesets, simulations, and the built-in rulesets."""
