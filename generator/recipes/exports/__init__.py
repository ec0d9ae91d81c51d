"""Cards, sheets and pieces for shops, programs and tables on screen."""
