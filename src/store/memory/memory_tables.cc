#include "store/memory/memory_tables.h"

#include "store/batch_rules.h"

namespace latewood::store {
namespace {

template <class Value>
void set_or_erase(std::map<Named, Value>& table, ContextKey context, const std::string& name,
                  const std::optional<Value>& value) {
  if (value) {
    table[{context, name}] = *value;
  } else {
    table.erase({context, name});
  }
}

void apply_journals(MemoryTables& tables, const WriteBatch& batch) {
  for (const EditsTaken& taken : batch.edits_taken) tables.edits.erase({batch.context, taken.branch});
  for (const EditAppend& append : batch.edits) {
    if (append.values.empty()) continue;
    auto& journal = tables.edits[{batch.context, append.branch}];
    journal.insert(journal.end(), append.values.begin(), append.values.end());
  }
  for (const LogWrite& write : batch.logs) {
    tables.logs[{batch.context, write.log, write.entry.number}] = write.entry.value;
  }
}

void put_page(MemoryTables& tables, const Blob& page) {
  if (tables.pages.contains(page.digest)) return;
  const std::uint64_t sequence = ++tables.last_sequence;
  tables.pages[page.digest] = {{sequence, page.digest, page.bytes.size()}, page.bytes};
  tables.pages_by_sequence[sequence] = page.digest;
}

// The commit's entry, new or the one the context has.
MemoryCommit& entry_of(MemoryTables& tables, ContextKey context, const NewCommit& commit) {
  const auto [place, is_new] = tables.commits_by_id.try_emplace({commit.id, context}, tables.last_sequence + 1);
  MemoryCommit& entry = tables.commits[place->second];
  if (!is_new) return entry;
  const std::uint64_t sequence = ++tables.last_sequence;
  entry.commit = {sequence,
                  context,
                  commit.id,
                  commit.cycle,
                  commit.header,
                  commit.note,
                  commit.receipt.has_value(),
                  commit.admission.has_value()};
  tables.commits_by_cycle[{context, commit.cycle, sequence}] = sequence;
  return entry;
}

void note_restored(MemoryTables& tables, ContextKey context) {
  std::string& times = tables.states[{context, std::string(kRestored)}];
  times = restored_once_more(times.empty() ? std::nullopt : std::optional(times));
}

// Writes a commit, or restores its collected records: note, patch, receipt and admission are replaced together, because
// the trail stored with the patch covers all of them.
void put_commit(MemoryTables& tables, ContextKey context, const NewCommit& commit) {
  const bool is_new = !tables.commits_by_id.contains({commit.id, context});
  MemoryCommit& entry = entry_of(tables, context, commit);
  // The commit is kept by a state and has its receipt. The new record has none, and the receipt must not be lost.
  if (!entry.patch && entry.receipt && !commit.receipt) return;
  const bool lacks_receipt = entry.commit.has_receipt && !entry.receipt && commit.receipt;
  const bool lacks_admission = entry.commit.has_admission && !entry.admission && commit.admission;
  if (!is_new && (!entry.patch || lacks_receipt || lacks_admission)) note_restored(tables, context);
  if (!entry.patch) {
    entry.patch = StoredPatch{commit.patch, commit.dictionary, commit.patch.size()};
    entry.commit.note = commit.note;
    entry.commit.has_receipt = commit.receipt.has_value();
    entry.commit.has_admission = commit.admission.has_value();
    entry.receipt = commit.receipt;
    entry.admission = commit.admission;
    return;
  }
  if (lacks_receipt) entry.receipt = commit.receipt;
  if (lacks_admission) entry.admission = commit.admission;
}

std::uint64_t size_of(const StoredPatch& patch) { return patch.bytes.size(); }
std::uint64_t size_of(const std::string& bytes) { return bytes.size(); }

template <class Member>
void drop_attachment(MemoryTables& tables, const std::vector<std::uint64_t>& sequences, Member member,
                     Removed& removed) {
  for (const std::uint64_t sequence : sequences) {
    const auto commit = tables.commits.find(sequence);
    if (commit == tables.commits.end() || !(commit->second.*member)) continue;
    ++removed.records;
    removed.bytes += size_of(*(commit->second.*member));
    (commit->second.*member).reset();
  }
}

void drop_pages(MemoryTables& tables, const std::vector<Blake3Digest>& digests, Removed& removed) {
  for (const Blake3Digest& digest : digests) {
    const auto page = tables.pages.find(digest);
    if (page == tables.pages.end()) continue;
    ++removed.records;
    removed.bytes += page->second.bytes.size();
    tables.pages_by_sequence.erase(page->second.info.sequence);
    tables.pages.erase(page);
  }
}

// A payload that was purged after the caller listed it keeps its tombstone.
void drop_payloads(MemoryTables& tables, const std::vector<Blake3Digest>& digests, Removed& removed) {
  for (const Blake3Digest& digest : digests) {
    const auto payload = tables.payloads.find(digest);
    if (payload == tables.payloads.end() || payload->second.info.state == PayloadState::Purged) continue;
    ++removed.records;
    removed.bytes += payload->second.bytes.size();
    tables.payloads_by_sequence.erase(payload->second.info.sequence);
    tables.payloads.erase(payload);
  }
}

void purge(MemoryTables& tables, const std::vector<Blake3Digest>& digests, Removed& removed) {
  for (const Blake3Digest& digest : digests) {
    const auto payload = tables.payloads.find(digest);
    if (payload == tables.payloads.end() || payload->second.info.state == PayloadState::Purged) continue;
    ++removed.records;
    removed.bytes += payload->second.bytes.size();
    payload->second.info.state = PayloadState::Purged;
    payload->second.info.stored_bytes = 0;
    payload->second.bytes.clear();
  }
}

void drop_logs(MemoryTables& tables, const LogRange& range, Removed& removed) {
  auto entry = tables.logs.lower_bound({range.context, range.log, range.first});
  const auto end = tables.logs.upper_bound({range.context, range.log, range.last});
  while (entry != end) {
    ++removed.records;
    removed.bytes += entry->second.size();
    entry = tables.logs.erase(entry);
  }
}

void drop_commits(MemoryTables& tables, ContextKey context, Removed& removed) {
  auto at = tables.commits_by_cycle.lower_bound({context, 0, 0});
  while (at != tables.commits_by_cycle.end() && std::get<0>(at->first) == context) {
    const auto commit = tables.commits.find(at->second);
    tables.commits_by_id.erase({commit->second.commit.id, context});
    tables.commits.erase(commit);
    at = tables.commits_by_cycle.erase(at);
    ++removed.records;
  }
}

void drop_context(MemoryTables& tables, ContextKey context, Removed& removed) {
  const auto record = tables.contexts.find(context);
  if (record == tables.contexts.end()) return;
  drop_commits(tables, context, removed);
  tables.contexts_by_name.erase(record->second.name);
  tables.contexts.erase(record);
  ++removed.records;
}

}  // namespace

StateList MemoryTables::states_of(std::string_view prefix) const {
  StateList list{std::string(prefix), {}};
  for (const auto& [key, value] : states) {
    if (key.second.starts_with(prefix)) list.states.push_back({key.first, {key.second, value}});
  }
  return list;
}

std::uint64_t MemoryTables::last_in_log(ContextKey context, Log log) const {
  const auto end = logs.upper_bound({context, log, ~std::uint64_t{0}});
  if (end == logs.begin()) return 0;
  const auto& [owner, kind, number] = std::prev(end)->first;
  return owner == context && kind == log ? number : 0;
}

const MemoryPayload* MemoryTables::find_payload(const Blake3Digest& digest) const {
  const auto payload = payloads.find(digest);
  return payload == payloads.end() ? nullptr : &payload->second;
}

void MemoryTables::put_payload(const Blake3Digest& digest, std::string bytes) {
  const auto [place, is_new] = payloads.try_emplace(digest);
  MemoryPayload& payload = place->second;
  if (!is_new && payload.info.state == PayloadState::Present) return;
  if (is_new) {
    payload.info.sequence = ++last_sequence;
    payloads_by_sequence[payload.info.sequence] = digest;
  }
  payload.info = {payload.info.sequence, digest, PayloadState::Present, bytes.size(), bytes.size()};
  payload.bytes = std::move(bytes);
}

void MemoryTables::put_tombstone(const Blake3Digest& digest) {
  const auto [place, is_new] = payloads.try_emplace(digest);
  if (!is_new) return;
  place->second.info = {++last_sequence, digest, PayloadState::Purged, 0, 0};
  payloads_by_sequence[last_sequence] = digest;
}

void apply_to(MemoryTables& tables, const WriteBatch& batch) {
  for (const RefMove& move : batch.refs) set_or_erase(tables.refs, batch.context, move.branch, move.next);
  apply_journals(tables, batch);
  for (const Blob& payload : batch.payloads) tables.put_payload(payload.digest, payload.bytes);
  for (const Blake3Digest& digest : batch.tombstones) tables.put_tombstone(digest);
  for (const Blob& page : batch.pages) put_page(tables, page);
  for (const NewCommit& commit : batch.commits) put_commit(tables, batch.context, commit);
  for (const TagChange& change : batch.tags) set_or_erase(tables.tags, batch.context, change.name, change.head);
  for (const StateChange& change : batch.states) set_or_erase(tables.states, batch.context, change.name, change.value);
}

Removed remove_from(MemoryTables& tables, const Removal& removal) {
  Removed removed;
  drop_attachment(tables, removal.patches, &MemoryCommit::patch, removed);
  drop_attachment(tables, removal.receipts, &MemoryCommit::receipt, removed);
  drop_attachment(tables, removal.admissions, &MemoryCommit::admission, removed);
  drop_pages(tables, removal.pages, removed);
  drop_payloads(tables, removal.payloads, removed);
  purge(tables, removal.purges, removed);
  for (const LogRange& range : removal.logs) drop_logs(tables, range, removed);
  for (const std::uint64_t upload : removal.uploads) {
    const auto found = tables.uploads.find(upload);
    if (found == tables.uploads.end()) continue;
    ++removed.records;
    for (const auto& [number, bytes] : found->second) removed.bytes += bytes.size();
    tables.uploads.erase(found);
  }
  for (const ContextKey context : removal.contexts) drop_context(tables, context, removed);
  return removed;
}

}  // namespace latewood::store
