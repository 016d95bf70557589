"""Browser pages: plain JavaScript modules, and the Python that puts them into one file."""
