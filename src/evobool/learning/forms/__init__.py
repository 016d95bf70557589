"""Written forms of a rule: for people, for programs, for tools that work on circuits."""
