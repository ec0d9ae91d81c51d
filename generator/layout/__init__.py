"""Layout specs plus data become frames: fixed positions, six kinds of item, no printer in sight."""
