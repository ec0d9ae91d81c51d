"""Where the wings meet: whole products made of data, words, layouts and dungeons."""
