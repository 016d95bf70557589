"""What kernels say to each other about an offspring: what happened to it, how its error compares."""

# What happened to an offspring (NEUTRAL: accepted, and as wrong as its parent), or to an attempt to measure a
# tree.
REJECTED, ACCEPTED, NEUTRAL, UNSETTLED, MEASURED = range(5)
# Orders of two errors: below, equal, above; not above; not decided; or more than one word would be needed.
SMALLER, EQUAL, LARGER, AT_MOST, OPEN, UNSURE = -1, 0, 1, 2, 3, 4
# The same among judges that count, if the tree after a mutation is true on half or twice as many inputs.
HALVED, DOUBLED = -2, 5
