// Imports a context from a bundle. The commits are written first, without a ref to them; then they are verified; then
// all branches and tags are written in one batch. A mark protects the commits from a collection until then.
#include <map>
#include <set>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/blake3.h"
#include "engine/api/bundle_parts.h"
#include "engine/session/settings_text.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/import_mark.h"
#include "engine/stored/line.h"
#include "exchange/bundle_records.h"
#include "latewood/context_bundle.h"
#include "store/payload_writer.h"
#include "tree/node.h"

namespace latewood {
namespace {

using exchange::Record;
using exchange::RecordKind;
using store::ContextKey;
using store::Head;
using store::Store;

// Converts the records of a bundle to write batches.
class ContextReader {
 public:
  ContextReader(Repository& repository, const ContextImportOptions& options)
      : repository_(repository), store_(repository.store()), options_(options) {}

  Result<ImportedBundle> read(const ByteSource& source, const Progress& progress);

 private:
  Result<void> read_all(const ByteSource& source);
  Result<void> add(const Record& record);
  Result<void> add_context(const Record& record);
  Result<void> add_stored(const Record& record);
  Result<void> add_payload(const Record& record);
  Result<void> add_page(const Record& record);
  Result<void> add_name(const Record& record);
  Result<void> add_state(const Record& record);
  Result<void> add_settings(std::string_view value);
  Result<void> check_names() const;
  Result<void> refuse_used(ContextKey context);
  Result<ImportedBundle> write(ContextKey context, const Progress& progress);
  Result<void> take_settings(ContextKey context);
  Result<void> drop_patches(ContextKey context);
  Result<void> verify(const Progress& progress);

  Repository& repository_;
  Store& store_;
  const ContextImportOptions& options_;
  std::string name_;
  std::string in_use_;
  store::WriteBatch commits_;  // commits with their payloads, records and states
  store::WriteBatch names_;    // branches, tags and the branch in use
  std::map<CommitId, std::uint64_t> cycles_;
  std::set<CommitId> collected_;
  std::vector<std::pair<Blake3Digest, std::string>> large_;
  std::uint64_t records_ = 0;
  bool may_have_settings_ = false;
  std::optional<std::string> settings_;  // of the context
};

Result<void> ContextReader::read_all(const ByteSource& source) {
  exchange::RecordReader records(source);
  LW_TRY_ASSIGN(const std::uint16_t version, records.start());
  may_have_settings_ = version == exchange::kSettingsVersion;
  if (!exchange::is_context_version(version)) {
    return Error{
        Code::Unsupported, "this bundle holds one line of history, not a context", {}, Place{kBundleMagicBytes, 2}};
  }
  for (;;) {
    LW_TRY_ASSIGN(const Record record, records.next());
    auto added = add(record);
    if (!added) return exchange::in_record(record, added.error());
    if (record.kind == RecordKind::End) return records.expect_end();
    ++records_;
  }
}

Result<void> ContextReader::add(const Record& record) {
  const bool comes_first = record.kind == RecordKind::Context;
  if (comes_first != (record.number == 1))
    return corrupt("the name of the context must be the first record, and only that");
  switch (record.kind) {
    case RecordKind::Context: return add_context(record);
    case RecordKind::Payload: return add_payload(record);
    case RecordKind::Page: return add_page(record);
    case RecordKind::Stored: return add_stored(record);
    case RecordKind::Name: return add_name(record);
    case RecordKind::State: return add_state(record);
    case RecordKind::Purged: {
      BinaryReader in(record.body);
      LW_TRY_ASSIGN(const Blake3Digest digest, in.id<Blake3Digest>());
      commits_.tombstones.push_back(digest);
      return in.expect_end();
    }
    case RecordKind::Event: {
      LW_TRY_ASSIGN(std::string value, engine::unpacked(record.body));
      const std::uint64_t number = names_.logs.size() + 1;
      names_.logs.push_back({store::Log::Events, {number, std::move(value)}});
      return {};
    }
    case RecordKind::End: {
      BinaryReader in(record.body);
      LW_TRY_ASSIGN(const std::uint64_t count, in.u64());
      if (count != records_) return corrupt("its total is not that of the records");
      return in.expect_end();
    }
    case RecordKind::Commit: break;
  }
  return corrupt("a record of another kind of bundle");
}

Result<void> ContextReader::add_context(const Record& record) {
  BinaryReader in(record.body);
  LW_TRY_ASSIGN(name_, in.sized());
  LW_TRY_ASSIGN(in_use_, in.sized());
  LW_TRY(in.expect_end());
  LW_TRY(check_context_name(name_));
  LW_TRY(engine::check_ref_name("branch", in_use_));
  if (!options_.context.empty()) name_ = options_.context;
  return {};
}

Result<void> ContextReader::add_payload(const Record& record) {
  LW_TRY_ASSIGN(std::string json, engine::unpacked(record.body));
  const Blake3Digest digest{tree::payload_digest(json).bytes};
  if (json.size() > store::kChunkBytes) {
    large_.emplace_back(digest, std::move(json));
  } else {
    commits_.payloads.push_back({digest, std::move(json)});
  }
  return {};
}

Result<void> ContextReader::add_page(const Record& record) {
  LW_TRY_ASSIGN(std::string bytes, engine::unpacked(record.body));
  const Blake3Digest digest = blake3_of(bytes);
  commits_.pages.push_back({digest, std::move(bytes)});
  return {};
}

Result<void> ContextReader::add_stored(const Record& record) {
  BinaryReader in(record.body);
  store::NewCommit commit;
  LW_TRY_ASSIGN(commit.header, in.sized());
  LW_TRY_ASSIGN(commit.cycle, in.u64());
  LW_TRY_ASSIGN(const std::uint8_t has_patch, in.u8());
  LW_TRY_ASSIGN(const std::string_view patch, in.sized());
  LW_TRY_ASSIGN(const std::string_view extras, in.sized());
  LW_TRY_ASSIGN(const std::string_view note, in.sized());
  LW_TRY_ASSIGN(commit.note, engine::decode_note(note));
  LW_TRY_ASSIGN(const std::string_view receipt, in.sized());
  LW_TRY_ASSIGN(const std::string_view admission, in.sized());
  LW_TRY(in.expect_end());
  commit.id = CommitId{blake3_of(commit.header).bytes};
  std::string bytes;
  if (has_patch != 0) {
    LW_TRY_ASSIGN(bytes, engine::unpacked(patch));
  } else {
    collected_.insert(commit.id);
  }
  commit.patch = engine::join_patch({bytes, extras, {}});
  if (!receipt.empty()) {
    LW_TRY_ASSIGN(commit.receipt, engine::unpacked(receipt));
  }
  if (!admission.empty()) {
    LW_TRY_ASSIGN(commit.admission, engine::unpacked(admission));
  }
  if (!cycles_.emplace(commit.id, commit.cycle).second) return corrupt("commit " + commit.id.hex() + " stands twice");
  commits_.commits.push_back(std::move(commit));
  return {};
}

Result<void> ContextReader::add_name(const Record& record) {
  BinaryReader in(record.body);
  LW_TRY_ASSIGN(const std::uint8_t kind, in.u8());
  LW_TRY_ASSIGN(const std::string_view name, in.sized());
  Head head;
  LW_TRY_ASSIGN(head.id, in.id<CommitId>());
  LW_TRY_ASSIGN(head.cycle, in.u64());
  LW_TRY(in.expect_end());
  if (kind != 1 && kind != 2) return corrupt("a name of neither a branch nor a tag");
  LW_TRY(engine::check_ref_name(kind == 1 ? "branch" : "tag", name));
  const auto commit = cycles_.find(head.id);
  if (commit == cycles_.end() || commit->second != head.cycle) {
    return corrupt("'" + std::string(name) + "' names a commit that is not in the bundle");
  }
  if (kind == 1) {
    names_.refs.push_back({std::string(name), std::nullopt, head});
  } else {
    names_.tags.push_back({std::string(name), head});
  }
  return {};
}

// Adds a named state. Only the names that a bundle may have are accepted.
Result<void> ContextReader::add_state(const Record& record) {
  BinaryReader in(record.body);
  LW_TRY_ASSIGN(const std::string_view name, in.sized());
  LW_TRY_ASSIGN(const std::string_view value, in.sized());
  LW_TRY(in.expect_end());
  if (may_have_settings_ && name == engine::kSettingsName) return add_settings(value);
  if (!name.starts_with(engine::kStatePrefix) && !name.starts_with(engine::kStartPrefix)) {
    return corrupt("a state with a name that bundles do not have");
  }
  commits_.states.push_back({std::string(name), std::string(value)});
  return {};
}

// The default context is a setting of a store only.
Result<void> ContextReader::add_settings(std::string_view value) {
  if (settings_) return corrupt("the settings stand twice");
  settings_ = std::string(value);
  LW_TRY_ASSIGN(const Settings settings, engine::decode_settings(settings_));
  return settings.context ? Result<void>(corrupt("the settings of a context name no other context")) : Result<void>();
}

Result<void> ContextReader::check_names() const {
  std::set<std::string> names;
  bool is_in_use_there = names_.refs.empty();
  for (const store::RefMove& ref : names_.refs) {
    is_in_use_there = is_in_use_there || ref.branch == in_use_;
    if (!names.insert(ref.branch).second) return corrupt("branch '" + ref.branch + "' stands twice");
  }
  if (!is_in_use_there) return corrupt("the branch in use, '" + in_use_ + "', is not in the bundle");
  std::set<std::string> tags;
  for (const store::TagChange& tag : names_.tags) {
    if (!tags.insert(tag.name).second) return corrupt("tag '" + tag.name + "' stands twice");
  }
  return {};
}

// E_CONFLICT if the context is in use. A context that was only initialised is not in use.
Result<void> ContextReader::refuse_used(ContextKey context) {
  LW_TRY_ASSIGN(const auto refs, store_.list_refs(context));
  LW_TRY_ASSIGN(const auto journals, store_.list_journals(context));
  LW_TRY_ASSIGN(const std::uint64_t events, store_.last_in_log(context, store::Log::Events));
  LW_TRY_ASSIGN(const std::uint64_t attempts, store_.last_in_log(context, store::Log::Attempts));
  if (refs.empty() && journals.empty() && events == 0 && attempts == 0) return {};
  return broken(kConflict, "context " + name_ + " is in use", Code::Conflict);
}

// Removes the patches of commits that were collected in the exported context. These commits are written with their
// patches first.
Result<void> ContextReader::drop_patches(ContextKey context) {
  store::Removal removal;
  for (const CommitId& id : collected_) {
    LW_TRY_ASSIGN(const auto commit, store_.find_commit(context, id));
    if (commit) removal.patches.push_back(commit->sequence);
  }
  if (removal.patches.empty()) return {};
  LW_TRY(store_.remove(removal));
  return {};
}

Result<void> ContextReader::verify(const Progress& progress) {
  LW_TRY_ASSIGN(const VerifyReport report, repository_.verify({.context = name_}, progress));
  if (report.is_sound()) return {};
  const WrongObject& wrong = report.wrong.front();
  return Error{Code::Corruption, wrong.object + ": " + wrong.message, {}, {}};
}

// A context that was prepared for the import with settings of its own keeps them.
Result<void> ContextReader::take_settings(ContextKey context) {
  if (!settings_) return {};
  LW_TRY_ASSIGN(const auto known, store_.find_state(context, engine::kSettingsName));
  if (!known) names_.states.push_back({std::string(engine::kSettingsName), settings_});
  return {};
}

Result<ImportedBundle> ContextReader::write(ContextKey context, const Progress& progress) {
  commits_.context = names_.context = context;
  if (options_.restore_purged) commits_.purged = store::Purged::Restore;
  engine::ImportMarkWriter mark(store_, context);
  LW_TRY(mark.begin());
  const auto put = [&]() -> Result<void> {
    for (const auto& [digest, json] : large_) {
      store::PayloadWriter writer(store_);
      LW_TRY(writer.append(json));
      LW_TRY(writer.finish(digest, commits_.purged));
      commits_.needs.push_back(digest);
    }
    if (!commits_.commits.empty()) LW_TRY(store_.write(commits_));
    LW_TRY(drop_patches(context));
    LW_TRY(verify(progress));
    names_.states.push_back({std::string(engine::kCurrentBranch), in_use_});
    LW_TRY(take_settings(context));
    mark.finish(names_);
    return store_.write(names_);
  };
  if (auto done = put(); !done) {
    ignore(mark.give_up(), "the failure before it matters more");
    return std::move(done).error();
  }
  ImportedBundle imported{
      name_, in_use_, commits_.commits.size() - collected_.size(), 0, names_.refs.size(), names_.tags.size()};
  for (const store::RefMove& ref : names_.refs) {
    if (ref.branch == in_use_) imported.cycle = ref.next->cycle;
  }
  for (const CommitId& id : collected_) {
    LW_TRY_ASSIGN(const auto state, store_.find_state(context, engine::state_name(id)));
    if (state) ++imported.commits;
  }
  return imported;
}

Result<ImportedBundle> ContextReader::read(const ByteSource& source, const Progress& progress) {
  LW_TRY(read_all(source));
  LW_TRY(check_names());
  LW_TRY_ASSIGN(const auto known, store_.find_context(name_));
  LW_TRY_ASSIGN(const ContextKey context, engine::context_of(store_, name_, true));
  if (known) LW_TRY(refuse_used(context));
  auto written = write(context, progress);
  if (written || known) return written;
  store::WriteBatch states;
  states.context = context;
  for (const store::StateChange& state : commits_.states) states.states.push_back({state.name, std::nullopt});
  ignore(store_.write(states), "the failure before it matters more");
  store::Removal removal;
  removal.contexts.push_back(context);
  ignore(store_.remove(removal), "the failure before it matters more");
  return written;
}

}  // namespace

Result<ImportedBundle> import_context(Repository& repository, const ByteSource& source,
                                      const ContextImportOptions& options, const Progress& progress) {
  return ContextReader(repository, options).read(source, progress);
}

}  // namespace latewood
