"""Many games played without a table: counts that add up the same from any number of workers, and what they tell."""
