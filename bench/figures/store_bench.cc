#include "figures/store_bench.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <sqlite3.h>

#include "canon/blake3.h"
#include "driver/scratch_folder.h"
#include "latewood/ext/store.h"

namespace latewood::bench {
namespace {

namespace fs = std::filesystem;
using namespace store;

constexpr std::uint64_t kBatch = 100;
constexpr std::size_t kHeaderBytes = 200;
constexpr std::size_t kPatchBytes = 2400;  // which compress to about 1.0 KB, as a seal's patch does
constexpr std::size_t kPatchNoise = 900;   // of them digests, which do not compress
constexpr std::size_t kPayloadBytes = 200;
constexpr std::size_t kHasherBytes = 2000;  // replaced by every commit

std::string noise(const std::string& name, std::size_t length) {
  std::string bytes;
  for (std::uint64_t i = 0; bytes.size() < length; ++i) {
    const Blake3Digest digest = blake3_of(name + std::to_string(i));
    bytes.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  }
  bytes.resize(length);
  return bytes;
}

// English-like text that differs from turn to turn.
std::string words(const std::string& name, std::size_t length) {
  static constexpr const char* kWords[] = {"the ",   "order ",  "was ",      "sent ",   "again ", "please ",
                                           "check ", "status ", "customer ", "flight ", "from ",  "to ",
                                           "date ",  "refund ", "agent ",    "and "};
  const std::string choices = noise(name, length);
  std::string text;
  for (std::size_t i = 0; text.size() < length; ++i) text += kWords[static_cast<unsigned char>(choices[i]) % 16];
  text.resize(length);
  return text;
}

CommitId turn_id(std::uint64_t cycle) { return {blake3_of("turn " + std::to_string(cycle)).bytes}; }

// What a commit of a two-message turn writes.
WriteBatch turn(ContextKey context, std::uint64_t cycle) {
  const std::string name = std::to_string(cycle);
  WriteBatch batch;
  batch.context = context;
  batch.refs.push_back(
      {"main", cycle == 1 ? std::nullopt : std::optional(turn_id(cycle - 1)), Head{turn_id(cycle), cycle}});
  NewCommit commit;
  commit.id = turn_id(cycle);
  commit.cycle = cycle;
  commit.header = noise("header " + name, kHeaderBytes);
  commit.note = {"bench", "", static_cast<std::int64_t>(cycle)};
  commit.patch = noise("patch " + name, kPatchNoise) + std::string(kPatchBytes - kPatchNoise, 'p');
  batch.commits.push_back(std::move(commit));
  for (const char* role : {"user ", "assistant "}) {
    std::string content = words(role + name, kPayloadBytes);
    const Blake3Digest digest = blake3_of(content);
    batch.payloads.push_back({digest, std::move(content)});
  }
  batch.states.push_back({"hasher main", noise("hasher " + name, kHasherBytes)});
  return batch;
}

// The store, turn after turn. The batches are made beforehand: hashing is not storing.
class Turns {
 public:
  Turns(const std::string& path, Durability durability) : path_(path) {
    auto opened = open_store(path, {.durability = durability});
    if (opened) store_ = *std::move(opened);
    if (store_) context_ = store_->create_context("bench", "").value();
  }

  void prepare(std::uint64_t count) {
    batches_.clear();
    for (std::uint64_t i = 1; i <= count; ++i) batches_.push_back(turn(context_, written_ + i));
  }

  void run(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      correct_ = correct_ && store_->write(batches_[next_++]).has_value();
      ++written_;
    }
  }

  // The head is the last turn, and everything reads back.
  bool is_correct() {
    const auto head = store_->find_ref(context_, "main");
    return correct_ && head && *head && (*head)->id == turn_id(written_) && store_->check()->empty();
  }

 private:
  std::string path_;
  std::unique_ptr<Store> store_;
  ContextKey context_{};
  std::vector<WriteBatch> batches_;
  std::size_t next_ = 0;
  std::uint64_t written_ = 0;
  bool correct_ = true;
};

// One table, one row per transaction, as many bytes as a turn has.
class Bare {
 public:
  Bare(const std::string& path, Durability durability) {
    sqlite3_open(path.c_str(), &database_);
    run_sql("PRAGMA journal_mode = WAL");
    run_sql(durability == Durability::Full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    run_sql("CREATE TABLE t (id INTEGER PRIMARY KEY, value BLOB NOT NULL)");
    sqlite3_prepare_v2(database_, "INSERT INTO t (value) VALUES (?1)", -1, &insert_, nullptr);
  }
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;
  ~Bare() {
    sqlite3_finalize(insert_);
    sqlite3_close(database_);
  }

  void run(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      run_sql("BEGIN IMMEDIATE");
      sqlite3_bind_blob(insert_, 1, value_.data(), static_cast<int>(value_.size()), SQLITE_STATIC);
      sqlite3_step(insert_);
      sqlite3_reset(insert_);
      run_sql("COMMIT");
    }
  }

 private:
  void run_sql(const char* sql) { sqlite3_exec(database_, sql, nullptr, nullptr, nullptr); }

  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  // The patch counts compressed, which is how both write it.
  std::string value_ = noise("bare", kHeaderBytes + 1000 + 2 * kPayloadBytes + kHasherBytes);
};

Figure measure(const Run& run, Durability durability, const char* name, double target) {
  const ScratchFolder folder;
  Turns turns(folder.file("store.db"), durability);
  Bare bare(folder.file("bare.db"), durability);
  turns.prepare(kBatch * (static_cast<std::uint64_t>(run.repeats()) + 1));
  const Pair pair = time_pair([&] { turns.run(kBatch); }, [&] { bare.run(kBatch); }, kBatch, run.repeats());
  return {name, pair, "a commit through the store", "one bare SQLite transaction", target, turns.is_correct()};
}

}  // namespace

Report store_figures(const Run& run) {
  Report report;
  report.figures.push_back(measure(run, Durability::Full, "a batch of a turn to the store (FULL)", kReportedOnly));
  report.figures.push_back(measure(run, Durability::Normal, "a batch of a turn to the store (NORMAL)", kReportedOnly));
  return report;
}

}  // namespace latewood::bench
