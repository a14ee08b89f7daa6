// Checks the whole batch before anything is written. So a batch takes effect as a whole or not at all, without undo.
#include <algorithm>
#include <map>
#include <string>

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/memory/memory_tables.h"

namespace latewood::store {
namespace {

Result<void> check_state(const MemoryTables& tables, ContextKey context, const StateExpectation& expected) {
  const auto state = tables.states.find({context, expected.name});
  const auto found = state == tables.states.end() ? std::nullopt : std::optional(state->second);
  return found == expected.value ? Result<void>() : Result<void>(state_conflict(expected, found));
}

Result<void> check_states(const MemoryTables& tables, const WriteBatch& batch) {
  for (const StateExpectation& expected : batch.expected_states) LW_TRY(check_state(tables, batch.context, expected));
  return {};
}

std::optional<std::string> logged(const MemoryTables& tables, ContextKey context, Log log, std::uint64_t number) {
  const auto found = tables.logs.find({context, log, number});
  return found == tables.logs.end() ? std::nullopt : std::optional(found->second);
}

Result<void> check_expected_logs(const MemoryTables& tables, const WriteBatch& batch) {
  for (const LogExpectation& expected : batch.expected_logs) {
    const std::uint64_t last = tables.last_in_log(batch.context, expected.log);
    if (last != expected.last) return log_changed(expected.log, last);
    for (const LogEntry& entry : expected.entries) {
      const auto found = logged(tables, batch.context, expected.log, entry.number);
      if (found != entry.value) return log_changed(expected.log, entry.number);
    }
  }
  return {};
}

Result<void> check_names(const MemoryTables& tables, ContextKey context, const Names& expected) {
  const auto as_ref = [](const std::string& name, const Head& head) { return Ref{name, head}; };
  const auto as_tag = [](const std::string& name, const Head& head) { return Tag{name, head}; };
  const Names found{named_in(tables.refs, context, as_ref), named_in(tables.tags, context, as_tag)};
  return found == expected ? Result<void>() : Result<void>(names_changed());
}

Result<void> check_moves(const MemoryTables& tables, const WriteBatch& batch) {
  // The heads of refs after the earlier moves of the same batch.
  std::map<std::string, std::optional<CommitId>> moved;
  for (const RefMove& move : batch.refs) {
    std::optional<CommitId> found;
    if (const auto earlier = moved.find(move.branch); earlier != moved.end()) {
      found = earlier->second;
    } else if (const auto ref = tables.refs.find({batch.context, move.branch}); ref != tables.refs.end()) {
      found = ref->second.id;
    }
    if (found != move.expected) return ref_conflict(move.branch, move.expected, found);
    moved[move.branch] = move.next ? std::optional<CommitId>(move.next->id) : std::nullopt;
  }
  return {};
}

Result<void> check_edits(const MemoryTables& tables, const WriteBatch& batch) {
  std::map<std::string, std::uint64_t> ends;
  const auto end_of = [&](const std::string& branch) -> std::uint64_t& {
    const auto journal = tables.edits.find({batch.context, branch});
    return ends.try_emplace(branch, journal == tables.edits.end() ? 0 : journal->second.size()).first->second;
  };
  for (const EditsTaken& taken : batch.edits_taken) {
    std::uint64_t& end = end_of(taken.branch);
    if (end != taken.last) return edits_conflict(taken.branch, taken.last, end);
    end = 0;
  }
  for (const EditAppend& append : batch.edits) {
    std::uint64_t& end = end_of(append.branch);
    if (end != append.after) return edits_conflict(append.branch, append.after, end);
    end += append.values.size();
  }
  return {};
}

Result<void> check_content(const MemoryTables& tables, const WriteBatch& batch) {
  for (const Blake3Digest& digest : batch.needs) {
    const MemoryPayload* payload = tables.find_payload(digest);
    if (payload == nullptr) return absent_payload(digest);
    if (payload->info.state == PayloadState::Purged) return purged_payload(digest);
  }
  std::optional<Blake3Digest> purged;  // the lowest purged digest, which SQL stores find first
  for (const Blob& blob : batch.payloads) {
    const MemoryPayload* payload = tables.find_payload(blob.digest);
    const bool is_purged = payload != nullptr && payload->info.state == PayloadState::Purged;
    if (is_purged && (!purged || blob.digest < *purged)) purged = blob.digest;
  }
  if (purged && batch.purged == Purged::Refuse) return purged_payload(*purged);
  for (const Blake3Digest& digest : batch.needed_pages) {
    if (!tables.pages.contains(digest)) return absent_page(digest);
  }
  for (const CommitId& id : batch.needed_patches) {
    const auto commit = tables.commits_by_id.find({id, batch.context});
    if (commit == tables.commits_by_id.end() || !tables.commits.at(commit->second).patch) return collected_patch(id);
  }
  for (const NewCommit& commit : batch.commits) {
    if (!commit.dictionary || tables.pages.contains(*commit.dictionary)) continue;
    const bool written_too = std::any_of(batch.pages.begin(), batch.pages.end(),
                                         [&](const Blob& page) { return page.digest == *commit.dictionary; });
    if (!written_too) return absent_page(*commit.dictionary);
  }
  return {};
}

Result<void> check_tags(const MemoryTables& tables, const WriteBatch& batch) {
  std::map<std::string, std::optional<Head>> changed;
  for (const TagChange& change : batch.tags) {
    const auto found = tables.tags.find({batch.context, change.name});
    std::optional<Head> known = found == tables.tags.end() ? std::nullopt : std::optional(found->second);
    if (const auto again = changed.find(change.name); again != changed.end()) known = again->second;
    if (change.head && known && known->id != change.head->id) return taken_tag(change.name, known);
    changed[change.name] = change.head;
  }
  return {};
}

Result<void> check_logs(const MemoryTables& tables, const WriteBatch& batch) {
  std::map<std::pair<Log, std::uint64_t>, std::string> written;  // by earlier writes of the batch
  for (const LogWrite& write : batch.logs) {
    const std::uint64_t number = write.entry.number;
    std::optional<std::string> found = logged(tables, batch.context, write.log, number);
    if (const auto earlier = written.find({write.log, number}); earlier != written.end()) found = earlier->second;
    if (found != write.old) return write.old ? log_changed(write.log, number) : log_conflict(write.log, number);
    written[{write.log, number}] = write.entry.value;
  }
  return {};
}

template <class Value>
bool has_named(const std::map<Named, Value>& table, ContextKey context) {
  const auto first = table.lower_bound({context, {}});
  return first != table.end() && first->first.first == context;
}

// Returns true if the context has a log entry that the removal does not name.
bool has_other_logs(const MemoryTables& tables, ContextKey context, const Removal& removal) {
  const auto is_named = [&removal](const auto& key) {
    return std::any_of(removal.logs.begin(), removal.logs.end(), [&key](const LogRange& range) {
      const auto& [owner, log, number] = key;
      return range.context == owner && range.log == log && range.first <= number && number <= range.last;
    });
  };
  auto at = tables.logs.lower_bound({context, Log::Attempts, 0});
  for (; at != tables.logs.end() && std::get<0>(at->first) == context; ++at) {
    if (!is_named(at->first)) return true;
  }
  return false;
}

}  // namespace

Result<void> check_removal(const MemoryTables& tables, const Removal& removal) {
  const std::uint64_t last = tables.commits.empty() ? 0 : tables.commits.rbegin()->first;
  if (removal.last_commit && last != *removal.last_commit) return newer_commits(*removal.last_commit, last);
  if (removal.anchor) {
    const auto found = tables.commits.find(removal.anchor->sequence);
    const bool is_there = found != tables.commits.end() && found->second.commit.id == removal.anchor->id;
    if (!is_there) return anchor_gone(*removal.anchor);
  }
  for (const ContextState& each : removal.expected_states) LW_TRY(check_state(tables, each.context, each.state));
  for (const ContextNames& each : removal.expected_names) LW_TRY(check_names(tables, each.context, each.names));
  for (const StateList& each : removal.expected_lists) {
    if (tables.states_of(each.prefix).states != each.states) return states_changed(each.prefix);
  }
  for (const ContextKey context : removal.contexts) {
    const bool is_used = has_named(tables.refs, context) || has_named(tables.tags, context) ||
                         has_named(tables.states, context) || has_named(tables.edits, context) ||
                         has_other_logs(tables, context, removal);
    if (is_used) return context_in_use(context);
  }
  return {};
}

Result<void> check_against(const MemoryTables& tables, const WriteBatch& batch) {
  LW_TRY(check_batch(batch));
  const bool is_there = batch.context == kWholeStore || tables.contexts.contains(batch.context);
  if (!is_there) return absent_context(batch.context);
  LW_TRY(check_states(tables, batch));
  LW_TRY(check_expected_logs(tables, batch));
  if (batch.expected_names) LW_TRY(check_names(tables, batch.context, *batch.expected_names));
  LW_TRY(check_moves(tables, batch));
  LW_TRY(check_edits(tables, batch));
  LW_TRY(check_content(tables, batch));
  LW_TRY(check_tags(tables, batch));
  return check_logs(tables, batch);
}

}  // namespace latewood::store
