"""What the paper leaves open, how the reproduction settles it, and why."""

CONVENTIONS: tuple[tuple[str, str, str], ...] = (
    (
        "Deletion of the root",
        "changes nothing",
        "The offspring would be empty and its error infinite, so it is rejected.",
    ),
    (
        "The empty tree",
        'changes only when the operation is INS (first_leaf = "insertion")',
        "Algorithm 2 as printed gives it a literal whatever the operation; T is then smaller by 2 on "
        "average. Over the 32 cells of tables 1 and 2, the published T fits waiting for an insertion better.",
    ),
    (
        "T",
        "the number of the iteration that produces the solution, counting the first insertion",
        "Mean and standard deviation (n - 1) over the successful runs.",
    ),
    ("B", "runs not solved within 10,000 iterations", "The caption of table 3."),
    (
        "Substitution by the literal already there",
        "is allowed and changes nothing",
        "Forbidding it does not fit the tables.",
    ),
    (
        "Sampled rows",
        "are drawn with replacement, afresh each iteration, the same for parent and offspring",
        "Section 4. The survivor's error on them is then compared with A.",
    ),
    ("ORs accepted", "accepted insertions that bring an OR", "The axis of figures 4 and 5."),
    (
        "Training-set sizes in figures 2 to 5",
        "are 2^4 ... 2^17",
        "The paper does not print them; with these, all curves stay inside its axes.",
    ),
    (
        "Figures 4 and 5",
        "are taken as their captions say",
        "The text has them the wrong way round.",
    ),
    (
        "The verdict over a table",
        "is that it agrees if the chi-square of T has p = 0.0005 or more, the mean difference is within "
        "2.26 / sqrt(cells), and B is within 3 in every cell",
        "Over the 32 cells of tables 1 and 2 the bounds are 65 (chi-square) and 0.4 (mean). Cells with fewer "
        "than 10 successes on either side are shown but not counted. B is compared by Fisher's exact test, "
        "its p expressed as a normal deviate.",
    ),
    (
        "Figure 1",
        "is judged at n = 4, 7 and 8, with the limit equal to the tree's own size",
        "The paper gives neither n nor limit with the trees.",
    ),
)
