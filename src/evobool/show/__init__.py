"""How things look: trees as text and pictures, runs and studies as cards in a notebook."""
