"""What is done with the project beside testing it: measures, releases, the site, pictures, and what tests are tried with."""
