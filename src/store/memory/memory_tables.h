// The records of a store that lives in memory: ordered maps, nothing encoded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "latewood/ext/store.h"

namespace latewood::store {

struct MemoryCommit {
  StoredCommit commit;
  std::optional<StoredPatch> patch;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
};

struct MemoryPayload {
  PayloadInfo info;
  std::string bytes;
};

struct MemoryPage {
  PageInfo info;
  std::string bytes;
};

using Named = std::pair<ContextKey, std::string>;

struct MemoryTables {
  std::map<ContextKey, ContextRecord> contexts;
  std::map<std::string, ContextKey, std::less<>> contexts_by_name;
  std::map<Named, Head> refs;
  std::map<Named, Head> tags;
  std::map<Named, std::string> states;
  std::map<Named, std::vector<std::string>> edits;
  std::map<std::tuple<ContextKey, Log, std::uint64_t>, std::string> logs;
  std::map<std::uint64_t, MemoryCommit> commits;  // by sequence
  std::map<std::pair<CommitId, ContextKey>, std::uint64_t> commits_by_id;
  std::map<std::tuple<ContextKey, std::uint64_t, std::uint64_t>, std::uint64_t> commits_by_cycle;
  std::map<Blake3Digest, MemoryPayload> payloads;
  std::map<std::uint64_t, Blake3Digest> payloads_by_sequence;
  std::map<Blake3Digest, MemoryPage> pages;
  std::map<std::uint64_t, Blake3Digest> pages_by_sequence;
  std::map<std::uint64_t, std::map<std::uint64_t, std::string>> uploads;
  std::uint64_t last_sequence = 0;  // of contexts, commits, payloads, pages and uploads together

  StateList states_of(std::string_view prefix) const;
  std::uint64_t last_in_log(ContextKey context, Log log) const;
  const MemoryPayload* find_payload(const Blake3Digest& digest) const;
  void put_payload(const Blake3Digest& digest, std::string bytes);
  void put_tombstone(const Blake3Digest& digest);
};

// Values of `table` under `context`, in the order of their names.
template <class Value, class Make>
auto named_in(const std::map<Named, Value>& table, ContextKey context, Make make) {
  std::vector<decltype(make(table.begin()->first.second, table.begin()->second))> found;
  for (auto at = table.lower_bound({context, std::string()}); at != table.end() && at->first.first == context; ++at) {
    found.push_back(make(at->first.second, at->second));
  }
  return found;
}

// Checks that the batch may be written. Changes nothing.
Result<void> check_against(const MemoryTables& tables, const WriteBatch& batch);

// Writes a batch that `check_against` has accepted.
void apply_to(MemoryTables& tables, const WriteBatch& batch);

// Checks that the removal is allowed. Changes nothing.
Result<void> check_removal(const MemoryTables& tables, const Removal& removal);

Removed remove_from(MemoryTables& tables, const Removal& removal);

}  // namespace latewood::store
