"""What both faces do: write files whole, save and export games, keep measured printers. Shows nothing, asks nothing."""
