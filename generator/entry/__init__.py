"""The command `scrawl`: above both faces, the only room that knows them both."""
