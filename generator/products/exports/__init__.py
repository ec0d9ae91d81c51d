"""Files for print shops, printing houses and virtual tabletops."""
