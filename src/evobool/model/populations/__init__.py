"""What a run keeps and how that goes on: members, and who of them survives."""
