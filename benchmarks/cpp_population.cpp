// Two systems with a population, written plainly: Koza's with a generation at a time, and a (mu+1) GP with HVL-Prime.
// usage: rival n=6 target=mux functions=4 population=1024 generations=50 runs=1 tournament=7 (0: lexicase)
//        rival n=8 target=and functions=2 population=100 limit=16 runs=100   (without generations: mu+1)
// prints nanoseconds an evaluation, the mean evaluations of a run, and the mean leaves of the last trees.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

using Word = std::uint64_t;
using Prefix = std::vector<int>;  // a variable, or -1 - one of and, or, nand, nor

static std::map<std::string, std::string> given;
static long number(const char* name, long otherwise) {
    auto found = given.find(name);
    return found == given.end() ? otherwise : std::stol(found->second);
}

struct Tree {
    Prefix prefix;
    std::vector<Word> wrong;
    int error = 0;
    int leaves() const { return (int(prefix.size()) + 1) / 2; }
};

static std::mt19937_64 generator(1);
static int below(int bound) { return int((generator() >> 32) * Word(bound) >> 32); }

static int n, functions, words, limit;
static std::vector<std::vector<Word>> columns, stack;
static std::vector<Word> target, counted;
static long evaluations;

static void make_rows(const std::string& name) {
    long rows = 1L << n;
    words = int((rows + 63) / 64);
    columns.assign(n, std::vector<Word>(words)), target.assign(words, 0), counted.assign(words, 0);
    int address = 0;
    while (address + (1 << address) < n) address++;
    for (long row = 0; row < rows; row++) {
        Word bit = Word(1) << (row % 64);
        counted[row / 64] |= bit;
        for (int i = 0; i < n; i++)
            if (row >> i & 1) columns[i][row / 64] |= bit;
        bool value = name == "and" ? row == rows - 1 : name == "xor" ? __builtin_parityl(row)
                                   : row >> (address + (row & ((1 << address) - 1))) & 1;
        if (value) target[row / 64] |= bit;
    }
}

static void judge(Tree& tree) {
    evaluations++;
    size_t height = 0;
    for (size_t at = tree.prefix.size(); at-- > 0;) {
        int token = tree.prefix[at];
        if (token >= 0) {
            if (stack.size() <= height) stack.emplace_back(words);
            std::copy(columns[token].begin(), columns[token].end(), stack[height++].begin());
            continue;
        }
        Word *y = stack[height - 2].data(), *x = stack[height - 1].data();
        height--;
        if (token == -1) for (int w = 0; w < words; w++) y[w] &= x[w];
        else if (token == -2) for (int w = 0; w < words; w++) y[w] |= x[w];
        else if (token == -3) for (int w = 0; w < words; w++) y[w] = ~(y[w] & x[w]);
        else for (int w = 0; w < words; w++) y[w] = ~(y[w] | x[w]);
    }
    tree.error = 0;
    tree.wrong.resize(words);
    for (int w = 0; w < words; w++) {
        tree.wrong[w] = (stack[0][w] ^ target[w]) & counted[w];
        tree.error += __builtin_popcountll(tree.wrong[w]);
    }
}

static size_t end_of(const Prefix& prefix, size_t at) {
    for (int missing = 1; missing > 0; at++) missing += prefix[at] < 0 ? 1 : -1;
    return at;
}

static int depth_of(const Prefix& prefix) {
    std::vector<int> open{0};
    int deepest = 0;
    for (int token : prefix) {
        int depth = open.back();
        open.pop_back();
        if (token < 0) open.push_back(depth + 1), open.push_back(depth + 1);
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

static void grow(Prefix& prefix, int depth, bool full, bool root) {
    int token = depth == 0 ? below(n) : full || root ? -1 - below(functions) : below(n + functions) - functions;
    prefix.push_back(token);
    if (token < 0) grow(prefix, depth - 1, full, false), grow(prefix, depth - 1, full, false);
}

static size_t kozas_node(const Prefix& prefix) {
    if (prefix.size() == 1) return 0;
    bool leaf = below(10) == 9;
    int k = below(leaf ? (int(prefix.size()) + 1) / 2 : int(prefix.size()) / 2);
    for (size_t at = 0;; at++)
        if ((prefix[at] >= 0) == leaf && k-- == 0) return at;
}

static Prefix crossed(const Prefix& one, const Prefix& other) {
    size_t at = kozas_node(one), of = kozas_node(other);
    Prefix made(one.begin(), one.begin() + at);
    made.insert(made.end(), other.begin() + of, other.begin() + end_of(other, of));
    made.insert(made.end(), one.begin() + end_of(one, at), one.end());
    return made;
}

static const Tree& by_lexicase(const std::vector<Tree>& population) {
    static std::vector<int> rows, left, kept;
    long count = 1L << n;
    rows.resize(count), left.resize(population.size());
    for (long row = 0; row < count; row++) rows[row] = int(row);
    for (size_t k = 0; k < left.size(); k++) left[k] = int(k);
    for (long k = 0; k < count && left.size() > 1; k++) {
        std::swap(rows[k], rows[k + below(int(count - k))]);
        kept.clear();
        for (int each : left)
            if (!(population[each].wrong[rows[k] / 64] >> (rows[k] % 64) & 1)) kept.push_back(each);
        if (!kept.empty()) left.swap(kept);
    }
    return population[left[below(int(left.size()))]];
}

static const Tree& parent(const std::vector<Tree>& population, int tournament) {
    if (tournament == 0) return by_lexicase(population);
    const Tree* best = &population[below(int(population.size()))];
    for (int k = 1; k < tournament; k++) {
        const Tree& other = population[below(int(population.size()))];
        if (other.error < best->error) best = &other;
    }
    return *best;
}

static bool solved(const std::vector<Tree>& population) {
    return std::any_of(population.begin(), population.end(), [](const Tree& tree) { return tree.error == 0; });
}

static void generational(std::vector<Tree>& population, int size, long generations, int tournament) {
    for (int k = 0; k < size; k++) {
        Tree tree;
        int depth = 2 + below(5);
        bool full = below(2);
        grow(tree.prefix, depth, full, true);
        judge(tree);
        population.push_back(std::move(tree));
    }
    for (long g = 0; g < generations && !solved(population); g++) {
        std::vector<Tree> next;
        for (int k = 0; k < size; k++) {
            Tree tree;
            if (below(10) < 9) {
                const Tree& one = parent(population, tournament);
                tree.prefix = crossed(one.prefix, parent(population, tournament).prefix);
                if (depth_of(tree.prefix) > 17) tree.prefix = one.prefix;
            } else tree.prefix = parent(population, tournament).prefix;
            judge(tree);
            next.push_back(std::move(tree));
        }
        population.swap(next);
    }
}

static void mutate(Prefix& prefix) {
    int operation = below(3), literal = below(n), function = -1 - below(functions);
    if (prefix.empty()) { prefix.push_back(literal); return; }
    size_t at = below(int(prefix.size()));
    if (operation == 0) {
        bool first = below(2);
        prefix.insert(prefix.begin() + (first ? at : end_of(prefix, at)), literal);
        prefix.insert(prefix.begin() + at, function);
    } else if (operation == 2) {
        int k = below((int(prefix.size()) + 1) / 2);
        for (at = 0;; at++)
            if (prefix[at] >= 0 && k-- == 0) break;
        prefix[at] = literal;
    } else if (at > 0) {
        size_t above = at - 1;
        for (int complete = 0; prefix[above] >= 0 || complete > 1; above--) complete += prefix[above] >= 0 ? 1 : -1;
        prefix.erase(prefix.begin() + at, prefix.begin() + end_of(prefix, at));
        prefix.erase(prefix.begin() + above);
    }
}

static void steady(std::vector<Tree>& population, int size) {
    for (int k = 0; k < size; k++) {
        Tree tree;
        tree.prefix.push_back(below(n));
        judge(tree);
        population.push_back(std::move(tree));
    }
    while (!solved(population)) {
        Tree tree;
        tree.prefix = population[below(size)].prefix;
        mutate(tree.prefix);
        if (tree.leaves() > limit) { evaluations++; continue; }
        judge(tree);
        population.push_back(std::move(tree));
        int worst = 0;
        for (const Tree& each : population) worst = std::max(worst, each.error);
        std::vector<int> equal;
        for (int k = 0; k <= size; k++)
            if (population[k].error == worst) equal.push_back(k);
        population.erase(population.begin() + equal[below(int(equal.size()))]);
    }
}

int main(int count, char** arguments) {
    for (int k = 1; k < count; k++) {
        std::string word = arguments[k];
        given[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    }
    n = int(number("n", 6)), functions = int(number("functions", 4)), limit = int(number("limit", 1 << 30));
    generator.seed(number("seed", 1));
    make_rows(given["target"]);
    int size = int(number("population", 100)), tournament = int(number("tournament", 7));
    long runs = number("runs", 1), generations = number("generations", 0);
    double leaves = 0;
    std::clock_t started = std::clock();
    for (long run = 0; run < runs; run++) {
        std::vector<Tree> population;
        if (generations) generational(population, size, generations, tournament);
        else steady(population, size);
        double total = 0;
        for (const Tree& tree : population) total += tree.leaves();
        leaves += total / size / double(runs);
    }
    double seconds = double(std::clock() - started) / CLOCKS_PER_SEC;
    std::printf("%.4f %.4f %.4f\n", 1e9 * seconds / double(evaluations), double(evaluations) / double(runs), leaves);
}
