"""What both faces do: print, write files whole, save and export games, keep printers. Shows nothing, asks nothing."""
