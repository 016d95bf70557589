"""Pages for a browser: plain JavaScript modules, and the Python that puts them into one file."""
