"""Players: by chance, by weights, by playing ahead."""
