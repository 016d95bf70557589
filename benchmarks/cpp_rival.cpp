// RLS-GP and the (1+1) GP with HVL-Prime, written plainly: packed rows, the whole tree evaluated for every offspring.
// usage: rival n=8 runs=1000 [limit=16] [literals=all] ..., as in `Options`; prints nanoseconds an iteration, and the
// mean and the standard deviation of the iterations of a run.
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

using Word = std::uint64_t;
using Column = std::vector<Word>;
using Prefix = std::vector<int>;  // a literal's index, or AND, OR, XOR
constexpr int AND = -1, OR = -2, XOR = -3;

[[noreturn]] static void refuse(const std::string& what) {
    std::fprintf(stderr, "rival: cannot do %s\n", what.c_str());
    std::exit(2);
}

static std::map<std::string, std::string> read(int count, char** words) {
    std::map<std::string, std::string> given;
    for (int k = 1; k < count; k++) {
        std::string word = words[k];
        auto equals = word.find('=');
        if (equals == std::string::npos) refuse(word);
        given[word.substr(0, equals)] = word.substr(equals + 1);
    }
    return given;
}

struct Options {
    std::map<std::string, std::string> given;

    explicit Options(std::map<std::string, std::string> words) : given(std::move(words)) {
        if (!given.empty()) refuse(given.begin()->first);  // all that is known has been taken
        bool known = target == "and" || target == "xor" || target == "majority" || target == "mux" || target == "formula";
        if (!known || (target != "and" && concerned != n)) refuse("target=" + target);
        if (rows && fixed) refuse("rows that are both fresh and fixed");
    }
    std::string text(const char* name, const char* otherwise) {
        auto found = given.find(name);
        if (found == given.end()) return otherwise;
        std::string value = found->second;
        given.erase(found);
        return value;
    }
    long number(const char* name, long otherwise) { return std::stol(text(name, std::to_string(otherwise).c_str())); }

    int n = number("n", 8), runs = number("runs", 100), concerned = number("concerned", n);
    int limit = number("limit", INT_MAX), offspring = number("offspring", 1), functions = number("functions", 2);
    long rows = number("rows", 0), fixed = number("fixed", 0), accept_error = number("accept_error", 0), most = number("iterations", 10000);
    std::string target = text("target", "and"), selection = text("selection", "nonstrict");
    bool negated = text("literals", "positive") == "all", several = text("algorithm", "rls-gp") == "1+1-gp";
    bool leaf_deletion = text("deletion", "subtree") == "leaf";
    Prefix formula = prefix(text("formula", ""));

    static Prefix prefix(const std::string& words) {  // numbers, each followed by a comma
        Prefix found;
        for (std::size_t at = 0; at < words.size(); at = words.find(',', at) + 1) found.push_back(std::stoi(words.substr(at)));
        return found;
    }
};

std::mt19937_64 rng(1);
static int below(std::uint64_t bound) { return int((unsigned __int128)(rng()) * bound >> 64); }

static int end_of(const Prefix& tree, int start) {
    int open = 1;
    while (open > 0) open += tree[start++] < 0 ? 1 : -1;
    return start;
}

static int nth_leaf(const Prefix& tree, int k) {
    int at = 0;
    while (tree[at] < 0 || k-- > 0) at++;
    return at;
}

static int leaves(const Prefix& tree) { return int(tree.size() + 1) / 2; }

struct Table {
    const Options& options;
    std::size_t words;
    Word last;
    std::vector<Column> columns, room;
    Column target;
    std::vector<const Word*> stack;

    explicit Table(const Options& options) : options(options) {
        int n = options.n;
        long sampled = options.rows + options.fixed, rows = sampled ? sampled : 1L << n;
        words = (rows + 63) / 64;
        last = rows % 64 ? (Word{1} << rows % 64) - 1 : ~Word{0};
        columns.assign(options.negated ? 2 * n : n, Column(words));
        target.resize(words);
        for (int variable = 0; variable < n && !sampled; variable++)
            for (std::size_t w = 0; w < words; w++)
                for (int bit = 0; bit < 64; bit++)
                    if ((w * 64 + bit) >> variable & 1) columns[variable][w] |= Word{1} << bit;
        finish();
    }

    void sample() {
        for (int variable = 0; variable < options.n; variable++)
            for (auto& word : columns[variable]) word = rng();
        finish();
    }

    void finish() {
        for (std::size_t k = options.n; k < columns.size(); k++)
            for (std::size_t w = 0; w < words; w++) columns[k][w] = ~columns[k - options.n][w];
        for (std::size_t w = 0; w < words; w++) target[w] = wanted(w);
    }

    Word wanted(std::size_t w) const {
        auto x = [&](int variable) { return columns[variable][w]; };
        Word value = 0;
        if (options.target == "and") {
            value = ~value;
            for (int variable = 0; variable < options.concerned; variable++) value &= x(variable);
        } else if (options.target == "xor") {
            for (int variable = 0; variable < options.n; variable++) value ^= x(variable);
        } else if (options.target == "majority") {
            for (int bit = 0; bit < 64; bit++) {
                int ones = 0;
                for (int variable = 0; variable < options.n; variable++) ones += x(variable) >> bit & 1;
                if (2 * ones > options.n) value |= Word{1} << bit;
            }
        } else if (options.target == "mux") {  // an address, highest bit first, then the data
            int address = 1;
            while (address + (1 << address) < options.n) address++;
            for (int place = 0; address + place < options.n; place++) {
                Word chosen = x(address + place);
                for (int k = 0; k < address; k++) chosen &= place >> (address - 1 - k) & 1 ? x(k) : ~x(k);
                value |= chosen;
            }
        } else {
            std::vector<Word> stack;
            for (std::size_t k = options.formula.size(); k-- > 0;) {
                int token = options.formula[k];
                if (token >= 0) {
                    stack.push_back(token < options.n ? x(token) : ~x(token - options.n));
                    continue;
                }
                Word one = stack.back(), other = (stack.pop_back(), stack.back());
                stack.back() = token == AND ? one & other : token == OR ? one | other : one ^ other;
            }
            value = stack.back();
        }
        return value;
    }

    long wrong(const Prefix& tree) {  // from right to left, with a stack of columns
        const std::size_t words = this->words;  // a local one: the columns written cannot be it
        std::size_t height = 0;
        if (room.size() < tree.size()) room.resize(tree.size(), Column(words)), stack.resize(tree.size());
        for (std::size_t k = tree.size(); k-- > 0;) {
            if (tree[k] >= 0) {
                stack[height++] = columns[tree[k]].data();
                continue;
            }
            const Word *x = stack[height - 1], *y = stack[height - 2];
            Word* out = room[height - 2].data();
            if (tree[k] == AND) for (std::size_t w = 0; w < words; w++) out[w] = x[w] & y[w];
            else if (tree[k] == OR) for (std::size_t w = 0; w < words; w++) out[w] = x[w] | y[w];
            else for (std::size_t w = 0; w < words; w++) out[w] = x[w] ^ y[w];
            stack[--height - 1] = out;
        }
        long count = 0;
        for (std::size_t w = 0; w < words; w++)
            count += __builtin_popcountll((stack[0][w] ^ target[w]) & (w + 1 == words ? last : ~Word{0}));
        return count;
    }
};

static bool mutate(Prefix& tree, const Options& options) {  // whether anything was done
    int operation = below(3), literal = below(options.negated ? 2 * options.n : options.n);
    int function = -1 - below(options.functions);
    if (tree.empty()) {
        tree = {literal};
    } else if (operation == 0) {
        int at = below(tree.size()), end = end_of(tree, at);
        if (below(2)) tree.insert(tree.begin() + at, {function, literal});
        else {
            tree.insert(tree.begin() + end, literal);
            tree.insert(tree.begin() + at, function);
        }
    } else if (operation == 1) {
        int at = options.leaf_deletion ? nth_leaf(tree, below(leaves(tree))) : below(tree.size());
        if (at == 0) return false;
        int parent = at - 1;  // the last function before it whose subtree contains it
        while (tree[parent] >= 0 || end_of(tree, parent) <= at) parent--;
        tree.erase(tree.begin() + at, tree.begin() + end_of(tree, at));
        tree.erase(tree.begin() + parent);
    } else {
        tree[nth_leaf(tree, below(leaves(tree)))] = literal;
    }
    return true;
}

struct Judged {
    long error;
    int leaves;
};

static bool accepts(const Judged& one, const Judged& other, const std::string& selection) {
    if (one.error != other.error) return one.error < other.error;
    return selection == "nonstrict" || (selection == "parsimony" && one.leaves <= other.leaves);
}

static int run(Table& table, const Options& options) {
    std::poisson_distribution<int> more(1.0);
    Prefix tree, child, best;
    Judged parent{LONG_MAX, 0}, chosen{};
    if (options.fixed) table.sample();
    for (int iteration = 1; iteration <= options.most; iteration++) {
        if (options.rows) {
            table.sample();
            if (!tree.empty()) parent.error = table.wrong(tree);
        }
        int ties = 0;
        for (int k = 0; k < options.offspring; k++) {
            child = tree;
            bool changed = false;
            for (int left = options.several ? 1 + more(rng) : 1; left > 0; left--)
                changed |= mutate(child, options);
            if (leaves(child) > options.limit) continue;
            Judged judged{changed ? table.wrong(child) : parent.error, leaves(child)};
            bool wins = ties && accepts(judged, chosen, options.selection);
            bool loses = ties && accepts(chosen, judged, options.selection);
            if (loses && !wins) continue;
            ties = wins == loses ? ties + 1 : 1;
            if (ties == 1 || below(ties) == 0) best.swap(child), chosen = judged;
        }
        if (ties && accepts(chosen, parent, options.selection)) tree.swap(best), parent = chosen;
        if (parent.error <= options.accept_error) return iteration;
    }
    return int(options.most);
}

int main(int count, char** words) {
    Options options(read(count, words));
    Table table(options);
    double sum = 0, squares = 0;
    std::clock_t started = std::clock();
    for (int k = 0; k < options.runs; k++) {
        double iterations = run(table, options);
        sum += iterations, squares += iterations * iterations;
    }
    double seconds = double(std::clock() - started) / CLOCKS_PER_SEC, mean = sum / options.runs;
    double variance = options.runs > 1 ? (squares - sum * mean) / (options.runs - 1) : 0;
    std::printf("%.1f %.3f %.3f\n", seconds * 1e9 / sum, mean, std::sqrt(variance));
}
