#include "figures/durable_bench.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "baselines/bare_sqlite.h"
#include "canon/blake3.h"
#include "canon/json_writer.h"
#include "canon/label_hash.h"
#include "canon/sha256.h"
#include "driver/scratch_folder.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_state.h"
#include "workloads/messages.h"
#include "workloads/stored_chat.h"

namespace latewood::bench {
namespace {

namespace fs = std::filesystem;
using store::Durability;

constexpr std::uint64_t kDurableBatch = 64;  // commits from one checkpoint to the next

Repository open(const std::string& path, Durability durability) {
  return must(Repository::open(path, {.durability = durability}));
}

std::uint64_t table_bytes(const Repository& repository) {
  std::uint64_t sum = 0;
  for (const store::TableSize& table : must(repository.table_sizes())) sum += table.bytes;
  return sum;
}

// ---- a durable commit ----

// Until both logs have been copied into their files and begin anew, ours after some 500 commits, flushing the bare one
// also writes its length.
enum class Logs : std::uint8_t { UsedAgain, Growing };

struct CommitFigure {
  const char* name;
  Durability durability = Durability::Full;
  bool receipts = true;
  BareSqlite::Rows rows = BareSqlite::Rows::One;
  Logs logs = Logs::UsedAgain;
};

// Bytes that the tables grow by for each turn.
std::uint64_t bytes_of_commit(const Repository& repository, StoredChat& chat) {
  chat.turns(2 * kDurableBatch);
  const std::uint64_t before = table_bytes(repository);
  chat.turns(2 * kDurableBatch);
  return (table_bytes(repository) - before) / (2 * kDurableBatch);
}

Figure durable_commit(const Run& run, const CommitFigure& asked) {
  const ScratchFolder folder;
  Repository repository = open(folder.file("store.db"), asked.durability);
  StoredChat chat(repository, "bench", asked.receipts);
  const std::uint64_t bytes = bytes_of_commit(repository, chat);
  BareSqlite bare(folder.file("bare.db"), asked.durability, bytes, asked.rows);
  const bool is_growing = asked.logs == Logs::Growing;
  if (!is_growing && !run.is_quick) {
    chat.turns(8 * kDurableBatch);
    bare.run(10 * kDurableBatch);
  }
  const int repeats = is_growing ? std::min(run.repeats(), 3) : run.repeats();
  const Pair pair =
      time_pair([&] { chat.turns(kDurableBatch); }, [&] { bare.run(kDurableBatch); }, kDurableBatch, repeats);
  const bool is_correct = must(repository.verify()).is_sound();
  const bool is_one = asked.rows == BareSqlite::Rows::One;
  return {asked.name,
          pair,
          asked.receipts ? "edits and commit of a turn, with receipt" : "edits and commit of a turn",
          is_one ? "one bare SQLite transaction of as many bytes" : "the rows and indexes of a commit, written by hand",
          kReportedOnly,
          is_correct};
}

// The parts that every durable commit needs: the commit, made in memory, and a transaction of as many bytes.
class Parts {
 public:
  Parts(const std::string& path, std::uint64_t bytes) : context_(options()), bare_(path, Durability::Full, bytes) {}

  void turns(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      chat_turn(context_, context_.cycle());
      bare_.run(1);
    }
  }
  bool has_all(std::uint64_t turns) const { return context_.cycle() >= turns; }

 private:
  static ContextOptions options() {
    ContextOptions options = same_everywhere();
    options.receipts = true;
    return options;
  }

  Context context_;
  BareSqlite bare_;
};

// The cost of a commit to the store over that of its parts, and the cost of the parts over that of the bare
// transaction, below which no store can get.
std::vector<Figure> commit_over_parts(const Run& run) {
  const ScratchFolder folder;
  Repository repository = open(folder.file("store.db"), Durability::Full);
  StoredChat chat(repository, "bench", true);
  const std::uint64_t bytes = bytes_of_commit(repository, chat);
  Parts parts(folder.file("beside.db"), bytes);
  BareSqlite bare(folder.file("bare.db"), Durability::Full, bytes);
  if (!run.is_quick) {
    chat.turns(8 * kDurableBatch);
    parts.turns(10 * kDurableBatch);
    bare.run(10 * kDurableBatch);
  }
  const auto turns = [&] { chat.turns(kDurableBatch); };
  const auto parts_alone = [&] { parts.turns(kDurableBatch); };
  const Pair whole = time_pair(turns, parts_alone, kDurableBatch, run.repeats());
  const Pair least = time_pair(
      parts_alone, [&] { bare.run(kDurableBatch); }, kDurableBatch, run.repeats());
  const bool is_correct = must(repository.verify()).is_sound() && parts.has_all(kDurableBatch);
  return {{"the same over its parts (FULL)", whole, "edits and commit of a turn, with receipt",
           "a commit in memory, then the bare transaction", 1.5, is_correct},
          {"its parts over the bare transaction (FULL)", least, "a commit in memory, then the bare transaction",
           "one bare SQLite transaction of as many bytes", kReportedOnly, is_correct}};
}

std::vector<Figure> durable_commits(const Run& run) {
  const CommitFigure figures[] = {
      {.name = "durable commit of a context (FULL)"},
      {.name = "the same without receipts (FULL)", .receipts = false},
      {.name = "the same while the logs grow (FULL)", .logs = Logs::Growing},
      {.name = "the same without receipts, while the logs grow (FULL)", .receipts = false, .logs = Logs::Growing},
      {.name = "the same over its rows by hand (FULL)", .rows = BareSqlite::Rows::OfCommit},
      {.name = "commit of a context (NORMAL)", .durability = Durability::Normal},
  };
  std::vector<Figure> measured;
  for (const CommitFigure& each : figures) measured.push_back(durable_commit(run, each));
  const std::vector<Figure> parts = commit_over_parts(run);
  measured.insert(measured.begin() + 1, parts.begin(), parts.end());
  return measured;
}

// ---- bytes ----

// The size of the file after this number of turns, divided by that number.
double bytes_per_turn(StoredChat& chat, const std::string& path, std::uint64_t turns) {
  chat.turns(turns - chat.context().cycle());
  empty_log(path);
  return static_cast<double>(fs::file_size(path)) / static_cast<double>(turns);
}

Figure stored_bytes(const Run& run, bool receipts, double most) {
  const std::uint64_t few_turns = run.pick(1000, 100);
  const std::uint64_t many_turns = run.pick(100000, 300);
  const ScratchFolder folder;
  const std::string path = folder.file("store.db");
  Repository repository = open(path, Durability::Normal);
  StoredChat chat(repository, "bench", receipts);
  const double few = bytes_per_turn(chat, path, few_turns);
  const double many = bytes_per_turn(chat, path, many_turns);
  const std::string name = receipts ? "stored bytes per turn, with receipts" : "stored bytes per turn";
  // A short history has empty space in its last pages.
  const bool is_small = run.is_quick || many <= most;
  return {
      name,   counted_pair(many, few), "bytes a turn at 100,000 turns", "bytes a turn at 1,000 turns", 1.05, is_small,
      "bytes"};
}

// ---- opening ----

// Made once and kept between runs: it takes minutes.
std::string million_turns(const Run& run) {
  const std::uint64_t turns = run.pick(1000000, 1000);
  const fs::path path = fs::path(LATEWOOD_BENCH_DATA) / (run.is_quick ? "thousand_turns.db" : "million_turns.db");
  Repository repository = open(path.string(), Durability::Normal);
  StoredChat chat(repository, "bench", false);
  if (chat.context().cycle() < turns)
    std::fprintf(stderr, "bench: making a history of %llu turns, once\n", static_cast<unsigned long long>(turns));
  chat.turns(turns - chat.context().cycle());
  return path.string();
}

// A process of its own opens the history, asks for its newest turn, and for old ones.
std::vector<Note> opening(const Run& run) {
  const std::string command = std::string(LATEWOOD_OPEN_PROBE) + " " + million_turns(run) + " bench";
  std::FILE* probe = ::popen(command.c_str(), "r");
  double opened = 0;
  double old = 0;
  double slowest = 0;
  double resident = 0;
  const bool is_read =
      probe != nullptr && std::fscanf(probe, "%lf %lf %lf %lf", &opened, &old, &slowest, &resident) == 4;
  const bool is_done = probe != nullptr && ::pclose(probe) == 0 && is_read;
  return {{"opening 1,000,000 turns and its newest turn (aim 50)", opened, "ms", is_done},
          {"memory after that (aim 64)", resident / 1e3, "MB resident", is_done},
          {"an old snapshot of 1,000,000 turns, on average (aim 10)", old, "ms", is_done},
          {"an old snapshot of 1,000,000 turns, at most", slowest, "ms", is_done}};
}

// ---- verify ----

// Two rings and a trunk, as every commit of a chat feeds them to its root.
std::string end_of_state() {
  Context two(same_everywhere());
  chat_turn(two, 1);
  chat_turn(two, 2);
  const tree::Tree& tree = engine::Access::data(must(two.latest())).tree;
  return warp::encode_state(warp::state_of(tree), warp::root_key(tree));
}

// The bytes that verifying cannot do without hashing: of every commit its patch, its header, the end of its state
// and the names of its four nodes; every content for its payload digest and its content_hash.
struct HashedBytes {
  std::vector<std::string> patches;
  std::vector<std::string> contents;
  std::string state = end_of_state();
  std::string header = std::string(4 * 32 + 8, 'x');
  std::string name = "cb:0123456789abcdef";

  unsigned hash() const {
    unsigned sum = 0;
    for (const std::string& patch : patches) {
      sum ^= blake3_of(patch).bytes[0] ^ blake3_of(state).bytes[0] ^ blake3_of(header).bytes[0];
      for (int node = 0; node < 4; ++node) sum ^= label_hash(kNodeDomain, name)[0] ^ label_hash(kEdgeDomain, name)[1];
    }
    for (const std::string& content : contents) sum ^= blake3_of(content).bytes[0] ^ sha256_of(content).bytes[0];
    return sum;
  }
};

Report verify_over_hashing(const Run& run) {
  const std::uint64_t turns = run.pick(2000, 100);
  const ScratchFolder folder;
  Repository repository = open(folder.file("store.db"), Durability::Normal);
  StoredChat chat(repository, "bench", false);
  chat.turns(turns);
  HashedBytes bytes;
  for (std::uint64_t cycle = 1; cycle <= turns; ++cycle) {
    bytes.patches.push_back(must(must(chat.context().at(cycle)).patch_bytes()));
  }
  for (const NodeView& node : must(must(chat.context().latest()).nodes())) {
    if (node.content) bytes.contents.push_back(canonical_json(*node.content));
  }
  bool is_sound = true;
  unsigned sum = 0;
  const auto over_hashing = [&](unsigned threads) {
    return time_pair([&] { is_sound = is_sound && must(repository.verify({.threads = threads})).is_sound(); },
                     [&] { sum ^= bytes.hash(); }, static_cast<double>(turns), run.is_quick ? 1 : 7);
  };
  // As it is called by default, on two cores, where one thread reads ahead for the other; and all in one thread.
  const Pair pair = over_hashing(2);
  const Pair alone = over_hashing(1);
  const bool is_correct = is_sound && sum < 256U;
  Report report;
  report.figures.push_back(
      {"verify, over hashing the same bytes", pair, "verify, for each commit", "hashing", 3.0, is_correct});
  report.figures.push_back(
      {"verify in one thread", alone, "verify, for each commit", "hashing", kReportedOnly, is_correct});
  report.notes.push_back({"verify", 1e9 / pair.first.median, "commits a second", is_sound});
  return report;
}

// ---- many contexts ----

// As a process does that has one turn to add.
void open_and_commit(const std::string& path, const std::string& name) {
  Repository repository = open(path, Durability::Normal);
  StoredChat(repository, name, false).turns(1);
}

// Contexts that have one commit when they are opened: of one file, or each the only one of its file.
Figure many_contexts(const Run& run) {
  constexpr std::uint64_t kOpened = 8;
  const std::uint64_t contexts = run.pick(100000, 200);
  const ScratchFolder folder;
  const std::string all = folder.file("many.db");
  const auto name_of = [&](std::uint64_t i) { return "context " + std::to_string(i * 7919 % contexts); };
  const auto file_of = [&](std::uint64_t i) { return folder.file("only " + std::to_string(i) + ".db"); };
  {
    Repository many = open(all, Durability::Normal);
    for (std::uint64_t i = 0; i < contexts; ++i) StoredChat(many, name_of(i), false).turns(1);
  }
  const std::uint64_t files = kOpened * static_cast<std::uint64_t>(run.repeats() + 1);
  for (std::uint64_t i = 0; i < files; ++i) open_and_commit(file_of(i), name_of(i));
  std::uint64_t of_many = 0;
  std::uint64_t of_files = 0;
  const auto among_many = [&] {
    for (std::uint64_t i = 0; i < kOpened; ++i) open_and_commit(all, name_of(of_many++));
  };
  const auto alone = [&] {
    for (std::uint64_t i = 0; i < kOpened; ++i, ++of_files) open_and_commit(file_of(of_files), name_of(of_files));
  };
  const Pair pair = time_pair(among_many, alone, kOpened, run.repeats());
  const bool is_correct = open(all, Durability::Normal).contexts()->size() == contexts;
  return {"a context among 100,000 (NORMAL)",     pair, "open the file and the context, commit",
          "the same to the only one of its file", 1.2,  is_correct};
}

}  // namespace

Report durable_figures(const Run& run) {
  Report report;
  report.notes = opening(run);
  report.figures = durable_commits(run);
  for (const Figure& figure : {stored_bytes(run, false, 2500), stored_bytes(run, true, 3000), many_contexts(run)}) {
    report.figures.push_back(figure);
  }
  append(report, verify_over_hashing(run));
  return report;
}

}  // namespace latewood::bench
