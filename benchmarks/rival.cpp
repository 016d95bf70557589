// RLS-GP with HVL-Prime on AND_n, written plainly: packed rows, the whole tree evaluated for every offspring.
// usage: rival N LIMIT RUNS, prints nanoseconds an iteration and iterations a run.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

using Word = std::uint64_t;
using Prefix = std::vector<int>;  // a literal's index, or AND, OR
constexpr int AND = -1, OR = -2;

static int end_of(const Prefix& tree, int start) {
    int open = 1;
    while (open > 0) open += tree[start++] < 0 ? 1 : -1;
    return start;
}

struct Table {
    int n;
    std::size_t words;
    std::vector<std::vector<Word>> columns;
    std::vector<Word> target;
    Word last;
    std::vector<std::vector<Word>> room;
    std::vector<const Word*> stack;

    explicit Table(int n) : n(n), words(n > 6 ? std::size_t{1} << (n - 6) : 1), last(~Word{0}) {
        if (n < 6) last = (Word{1} << (1 << n)) - 1;
        target.assign(words, ~Word{0});
        for (int variable = 0; variable < n; variable++) {
            std::vector<Word> column(words);
            for (std::size_t w = 0; w < words; w++)
                for (int bit = 0; bit < 64; bit++)
                    if ((w * 64 + bit) >> variable & 1) column[w] |= Word{1} << bit;
            for (std::size_t w = 0; w < words; w++) target[w] &= column[w];
            columns.push_back(column);
        }
    }

    long wrong(const Prefix& tree) {  // from right to left, with a stack of columns
        std::size_t height = 0;
        if (room.size() < tree.size()) room.resize(tree.size(), std::vector<Word>(words)), stack.resize(tree.size());
        for (std::size_t k = tree.size(); k-- > 0;) {
            if (tree[k] >= 0) {
                stack[height++] = columns[tree[k]].data();
                continue;
            }
            const Word *x = stack[height - 1], *y = stack[height - 2];
            Word* out = room[height - 2].data();
            if (tree[k] == AND) for (std::size_t w = 0; w < words; w++) out[w] = x[w] & y[w];
            else for (std::size_t w = 0; w < words; w++) out[w] = x[w] | y[w];
            stack[--height - 1] = out;
        }
        long count = 0;
        for (std::size_t w = 0; w < words; w++)
            count += __builtin_popcountll((stack[0][w] ^ target[w]) & (w + 1 == words ? last : ~Word{0}));
        return count;
    }
};

int main(int, char** arguments) {
    int n = std::atoi(arguments[1]), limit = std::atoi(arguments[2]), runs = std::atoi(arguments[3]);
    Table table(n);
    std::mt19937_64 rng(1);
    auto below = [&](std::uint64_t bound) { return int((unsigned __int128)(rng()) * bound >> 64); };
    long long iterations = 0;
    std::clock_t started = std::clock();
    for (int run = 0; run < runs; run++) {
        Prefix tree;
        long error = -1;
        for (int iteration = 0; iteration < 10000 && error != 0; iteration++) {
            iterations++;
            Prefix child = tree;
            int operation = below(3), literal = below(n), function = below(2) ? OR : AND;
            if (child.empty()) {
                child = {literal};
            } else if (operation == 0) {
                int at = below(child.size()), end = end_of(child, at);
                if (below(2)) child.insert(child.begin() + at, {function, literal});
                else {
                    child.insert(child.begin() + end, literal);
                    child.insert(child.begin() + at, function);
                }
            } else if (operation == 1) {
                int at = below(child.size());
                if (at == 0) continue;
                int parent = at - 1;  // the last function before it whose subtree contains it
                while (child[parent] >= 0 || end_of(child, parent) <= at) parent--;
                child.erase(child.begin() + at, child.begin() + end_of(child, at));
                child.erase(child.begin() + parent);
            } else {
                int leaf = below((child.size() + 1) / 2);
                for (auto& kind : child)
                    if (kind >= 0 && leaf-- == 0) kind = literal;
            }
            if (int(child.size() + 1) / 2 > limit) continue;
            long found = table.wrong(child);
            if (error < 0 || found <= error) tree = child, error = found;
        }
    }
    double seconds = double(std::clock() - started) / CLOCKS_PER_SEC;
    std::printf("%.1f %.1f\n", seconds * 1e9 / iterations, double(iterations) / runs);
}
