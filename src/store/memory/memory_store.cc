#include "store/memory/memory_store.h"

#include <mutex>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/ext/store_changes.h"
#include "latewood/ext/store_names.h"
#include "store/batch_rules.h"
#include "store/memory/memory_tables.h"
#include "store/record_values.h"

namespace latewood::store {
namespace {

template <class Value>
std::optional<Value> find_named(const std::map<Named, Value>& table, ContextKey context, std::string_view name) {
  const auto found = table.find({context, std::string(name)});
  return found == table.end() ? std::nullopt : std::optional<Value>(found->second);
}

class MemoryStore final : public Store, public RenamesContexts, public TellsChanges {
 public:
  Result<ContextKey> create_context(std::string_view name, std::string_view settings) override {
    LW_TRY(check_name("context", name));
    const std::lock_guard lock(mutex_);
    if (tables_.contexts_by_name.contains(name)) {
      return broken(kConflict, "context " + std::string(name) + " exists", Code::Conflict);
    }
    ++writes_;
    const auto key = static_cast<ContextKey>(++tables_.last_sequence);
    tables_.contexts[key] = {key, std::string(name), std::string(settings)};
    tables_.contexts_by_name.emplace(name, key);
    return key;
  }

  Result<void> rename_context(ContextKey context, std::string_view name) override {
    LW_TRY(check_name("context", name));
    const std::lock_guard lock(mutex_);
    const auto found = tables_.contexts.find(context);
    if (found == tables_.contexts.end()) return absent_context(context);
    if (tables_.contexts_by_name.contains(name)) {
      return broken(kConflict, "context " + std::string(name) + " exists", Code::Conflict);
    }
    ++writes_;
    tables_.contexts_by_name.erase(found->second.name);
    found->second.name = name;
    tables_.contexts_by_name.emplace(name, context);
    return {};
  }

  Result<std::optional<ContextRecord>> find_context(std::string_view name) override {
    LW_TRY(check_name("context", name));
    const std::lock_guard lock(mutex_);
    const auto found = tables_.contexts_by_name.find(name);
    if (found == tables_.contexts_by_name.end()) return std::optional<ContextRecord>();
    return std::optional<ContextRecord>(tables_.contexts.at(found->second));
  }

  Result<std::vector<ContextRecord>> list_contexts(ContextKey after, std::size_t limit) override {
    return piece(tables_.contexts, after, limit, [](const auto& entry) { return entry.second; });
  }

  Result<void> write(const WriteBatch& batch) override {
    const std::lock_guard lock(mutex_);
    LW_TRY(check_against(tables_, batch));
    ++writes_;
    apply_to(tables_, batch);
    return {};
  }

  Result<std::optional<Head>> find_ref(ContextKey context, std::string_view branch) override {
    LW_TRY(check_name("branch", branch));
    const std::lock_guard lock(mutex_);
    return find_named(tables_.refs, context, branch);
  }

  Result<std::vector<Ref>> list_refs(ContextKey context) override {
    const std::lock_guard lock(mutex_);
    return named_in(tables_.refs, context, [](const std::string& name, const Head& head) { return Ref{name, head}; });
  }

  Result<std::optional<Head>> find_tag(ContextKey context, std::string_view name) override {
    LW_TRY(check_name("tag", name));
    const std::lock_guard lock(mutex_);
    return find_named(tables_.tags, context, name);
  }

  Result<std::vector<Tag>> list_tags(ContextKey context) override {
    const std::lock_guard lock(mutex_);
    return named_in(tables_.tags, context, [](const std::string& name, const Head& head) { return Tag{name, head}; });
  }

  Result<std::optional<std::string>> find_state(ContextKey context, std::string_view name) override {
    LW_TRY(check_name("state", name));
    const std::lock_guard lock(mutex_);
    return find_named(tables_.states, context, name);
  }

  Result<std::vector<std::string>> list_states(ContextKey context) override {
    const std::lock_guard lock(mutex_);
    return named_in(tables_.states, context, [](const std::string& name, const std::string&) { return name; });
  }

  Result<StateList> find_states(std::string_view prefix) override {
    LW_TRY(check_name("state", prefix));
    const std::lock_guard lock(mutex_);
    return tables_.states_of(prefix);
  }

  Result<std::vector<Edit>> list_edits(ContextKey context, std::string_view branch) override {
    LW_TRY_ASSIGN(BranchRecord found, find_branch(context, branch, {}));
    return std::move(found.edits);
  }

  Result<std::vector<std::string>> list_journals(ContextKey context) override {
    const std::lock_guard lock(mutex_);
    return named_in(tables_.edits, context, [](const std::string& name, const auto&) { return name; });
  }

  Result<BranchRecord> find_branch(ContextKey context, std::string_view branch,
                                   const std::vector<std::string>& states) override {
    LW_TRY(check_name("branch", branch));
    for (const std::string& name : states) LW_TRY(check_name("state", name));
    const std::lock_guard lock(mutex_);
    BranchRecord found;
    found.head = find_named(tables_.refs, context, branch);
    for (std::string& value : find_named(tables_.edits, context, branch).value_or(std::vector<std::string>())) {
      found.edits.push_back({found.edits.size() + 1, std::move(value)});
    }
    for (const std::string& name : states) found.states.push_back(find_named(tables_.states, context, name));
    return found;
  }

  Result<std::string> change_mark() override {
    const std::lock_guard lock(mutex_);
    return std::to_string(writes_);
  }

  Result<BranchTip> find_tip(ContextKey context, std::string_view branch,
                             const std::vector<std::string>& states) override {
    LW_TRY(check_name("branch", branch));
    const std::lock_guard lock(mutex_);
    BranchTip tip;
    tip.head = find_named(tables_.refs, context, branch);
    const auto edits = tables_.edits.find({context, std::string(branch)});
    tip.last_edit = edits == tables_.edits.end() ? 0 : edits->second.size();
    for (const std::string& name : states) tip.states.push_back(find_named(tables_.states, context, name));
    return tip;
  }

  Result<std::vector<LogEntry>> list_log(ContextKey context, Log log, std::uint64_t after, std::size_t limit) override {
    const std::lock_guard lock(mutex_);
    std::vector<LogEntry> entries;
    for (auto at = tables_.logs.upper_bound({context, log, after}); at != tables_.logs.end(); ++at) {
      const auto& [owner, kind, number] = at->first;
      if (owner != context || kind != log || entries.size() == limit) break;
      entries.push_back({number, at->second});
    }
    return entries;
  }

  Result<std::uint64_t> last_in_log(ContextKey context, Log log) override {
    const std::lock_guard lock(mutex_);
    return tables_.last_in_log(context, log);
  }

  Result<std::optional<StoredCommit>> find_commit(ContextKey context, const CommitId& id) override {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.commits_by_id.find({id, context});
    if (found == tables_.commits_by_id.end()) return std::optional<StoredCommit>();
    return std::optional<StoredCommit>(tables_.commits.at(found->second).commit);
  }

  Result<std::vector<StoredCommit>> find_commits(const CommitId& id) override {
    const std::lock_guard lock(mutex_);
    std::vector<StoredCommit> found;
    for (auto at = tables_.commits_by_id.lower_bound({id, ContextKey{}});
         at != tables_.commits_by_id.end() && at->first.first == id; ++at) {
      found.push_back(tables_.commits.at(at->second).commit);
    }
    return found;
  }

  Result<std::vector<StoredCommit>> list_commits(ContextKey context, CommitCursor after, std::uint64_t last_cycle,
                                                 std::size_t limit) override {
    const std::lock_guard lock(mutex_);
    std::vector<StoredCommit> found;
    for (auto at = tables_.commits_by_cycle.upper_bound({context, after.cycle, after.sequence});
         at != tables_.commits_by_cycle.end() && found.size() < limit; ++at) {
      const auto& [owner, cycle, sequence] = at->first;
      if (owner != context || cycle > last_cycle) break;
      found.push_back(tables_.commits.at(sequence).commit);
    }
    return found;
  }

  Result<std::vector<StoredCommit>> list_all_commits(std::uint64_t after, std::size_t limit) override {
    return piece(tables_.commits, after, limit, [](const auto& entry) { return entry.second.commit; });
  }

  Result<std::uint64_t> last_commit() override {
    const std::lock_guard lock(mutex_);
    return tables_.commits.empty() ? 0 : tables_.commits.rbegin()->first;
  }

  Result<std::optional<StoredPatch>> find_patch(const StoredCommit& commit) override {
    return attachment(commit, &MemoryCommit::patch);
  }
  Result<std::optional<std::string>> find_receipt(const StoredCommit& commit) override {
    return attachment(commit, &MemoryCommit::receipt);
  }
  Result<std::optional<std::string>> find_admission(const StoredCommit& commit) override {
    return attachment(commit, &MemoryCommit::admission);
  }

  Result<std::vector<CommitRecords>> list_records(ContextKey context, CommitCursor after, std::uint64_t last_cycle,
                                                  std::size_t limit) override {
    LW_TRY_ASSIGN(std::vector<StoredCommit> commits, list_commits(context, after, last_cycle, limit));
    std::vector<CommitRecords> records;
    for (StoredCommit& commit : commits) {
      CommitRecords& found = records.emplace_back();
      LW_TRY_ASSIGN(found.patch, find_patch(commit));
      LW_TRY_ASSIGN(found.receipt, find_receipt(commit));
      LW_TRY_ASSIGN(found.admission, find_admission(commit));
      found.receipt_bytes = found.receipt ? found.receipt->size() : 0;
      found.admission_bytes = found.admission ? found.admission->size() : 0;
      found.commit = std::move(commit);
    }
    return records;
  }

  Result<std::optional<std::string>> find_page(const Blake3Digest& digest) override {
    const std::lock_guard lock(mutex_);
    const auto page = tables_.pages.find(digest);
    if (page == tables_.pages.end()) return std::optional<std::string>();
    return std::optional<std::string>(page->second.bytes);
  }

  Result<std::vector<PageInfo>> list_pages(std::uint64_t after, std::size_t limit) override {
    return piece(tables_.pages_by_sequence, after, limit,
                 [this](const auto& entry) { return tables_.pages.at(entry.second).info; });
  }

  Result<std::optional<PayloadInfo>> find_payload(const Blake3Digest& digest) override {
    const std::lock_guard lock(mutex_);
    const MemoryPayload* payload = tables_.find_payload(digest);
    return payload == nullptr ? std::optional<PayloadInfo>() : payload->info;
  }

  Result<std::vector<PayloadInfo>> list_payloads(std::uint64_t after, std::size_t limit) override {
    return piece(tables_.payloads_by_sequence, after, limit,
                 [this](const auto& entry) { return tables_.payloads.at(entry.second).info; });
  }

  Result<std::vector<StoredPayload>> list_contents(const Blake3Digest& from, std::size_t limit) override {
    const std::lock_guard lock(mutex_);
    std::vector<StoredPayload> found;
    const MemoryPayload* first = tables_.find_payload(from);
    if (first == nullptr) return found;
    auto at = tables_.payloads_by_sequence.find(first->info.sequence);
    for (; at != tables_.payloads_by_sequence.end() && limit > 0; ++at, --limit) {
      const MemoryPayload& payload = tables_.payloads.at(at->second);
      const bool is_small = payload.info.state == PayloadState::Present && payload.bytes.size() <= kChunkBytes;
      if (is_small) found.push_back({at->first, at->second, payload.bytes});
    }
    return found;
  }

  Result<void> read_payload(const Blake3Digest& digest, const PayloadSink& sink) override {
    const std::lock_guard lock(mutex_);
    const MemoryPayload* payload = tables_.find_payload(digest);
    if (payload == nullptr) return absent_payload(digest);
    if (payload->info.state == PayloadState::Purged) return purged_payload(digest);
    const std::string_view bytes = payload->bytes;
    std::size_t at = 0;
    do {
      LW_TRY(sink(bytes.substr(at, kChunkBytes)));
      at += kChunkBytes;
    } while (at < bytes.size());
    return {};
  }

  Result<std::uint64_t> begin_upload() override {
    const std::lock_guard lock(mutex_);
    tables_.uploads[++tables_.last_sequence] = {};
    return tables_.last_sequence;
  }

  Result<void> write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) override {
    LW_TRY(check_chunk(number, bytes));
    const std::lock_guard lock(mutex_);
    const auto found = tables_.uploads.find(upload);
    if (found == tables_.uploads.end()) return absent_upload(upload);
    found->second[number] = bytes;
    return {};
  }

  Result<void> finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                             Purged purged) override {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.uploads.find(upload);
    if (found == tables_.uploads.end()) return absent_upload(upload);
    if (found->second.size() != chunks_of(size)) return chunks_missing(upload, found->second.size(), size);
    const MemoryPayload* payload = tables_.find_payload(digest);
    const bool gone = payload != nullptr && payload->info.state == PayloadState::Purged;
    if (gone && purged == Purged::Refuse) return purged_payload(digest);
    ++writes_;
    std::string bytes;
    for (const auto& [number, chunk] : found->second) bytes += chunk;
    tables_.put_payload(digest, std::move(bytes));
    tables_.uploads.erase(found);
    return {};
  }

  Result<std::vector<std::uint64_t>> list_uploads() override {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> uploads;
    for (const auto& [upload, chunks] : tables_.uploads) uploads.push_back(upload);
    return uploads;
  }

  Result<Removed> remove(const Removal& removal) override {
    const std::lock_guard lock(mutex_);
    LW_TRY(check_removal(tables_, removal));
    ++writes_;
    return remove_from(tables_, removal);
  }

  // Nothing is on disk.
  Result<void> scrub() override { return {}; }
  Result<void> compact() override { return {}; }
  Result<void> backup(const std::string&) override {
    return Error{Code::Unsupported, "a store in memory has no file to copy", {}, {}};
  }
  Result<std::vector<std::string>> check() override { return std::vector<std::string>(); }

  Result<std::vector<TableSize>> table_sizes() override {
    const std::lock_guard lock(mutex_);
    std::vector<TableSize> sizes = {{"commits", tables_.commits.size(), 0}, {"payloads", tables_.payloads.size(), 0}};
    for (const auto& [sequence, entry] : tables_.commits) sizes[0].bytes += entry.commit.header.size() + 32;
    for (const auto& [digest, payload] : tables_.payloads) sizes[1].bytes += payload.bytes.size() + 32;
    return sizes;
  }

 private:
  template <class Map, class Make>
  auto piece(const Map& map, typename Map::key_type after, std::size_t limit, Make make)
      -> Result<std::vector<decltype(make(*map.begin()))>> {
    const std::lock_guard lock(mutex_);
    std::vector<decltype(make(*map.begin()))> found;
    for (auto at = map.upper_bound(after); at != map.end() && found.size() < limit; ++at) found.push_back(make(*at));
    return found;
  }

  template <class Value>
  Result<std::optional<Value>> attachment(const StoredCommit& commit, std::optional<Value> MemoryCommit::*member) {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.commits.find(commit.sequence);
    if (found == tables_.commits.end()) return std::optional<Value>();
    return found->second.*member;
  }

  std::mutex mutex_;
  MemoryTables tables_;
  std::uint64_t writes_ = 0;  // so far
};

}  // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace latewood::store
