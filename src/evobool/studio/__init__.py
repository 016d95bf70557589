"""The studio: a local web server that shows runs, neighbourhoods, studies and the paper in a browser."""
