// Writes a context of a store as a bundle, record by record.
#include <algorithm>
#include <set>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_writer.h"
#include "engine/api/bundle_parts.h"
#include "engine/care/needs.h"
#include "engine/record/state_page.h"
#include "engine/session/settings_text.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "exchange/bundle_records.h"
#include "latewood/context_bundle.h"
#include "store/listing.h"

namespace latewood {
namespace {

using exchange::RecordKind;
using store::ContextKey;
using store::Store;
using store::StoredCommit;

class ContextWriter {
 public:
  ContextWriter(Store& store, ContextKey context, const ByteSink& sink)
      : store_(store), context_(context), records_(sink) {}

  Result<void> write(std::string_view name, const std::string& branch);

 private:
  Result<void> read_names(const std::string& branch);
  Result<std::vector<StoredCommit>> reachable();
  Result<void> write_events();
  Result<void> write_commit(const StoredCommit& commit);
  Result<void> write_state(const StoredCommit& commit);
  Result<void> write_state(const std::string& name, const std::string& value);
  Result<void> write_payloads(const engine::Needs& needs);
  Result<void> write_page(const Blake3Digest& digest);
  Result<void> record(RecordKind kind, std::string_view body) {
    ++count_;
    return records_.write(kind, body);
  }

  Store& store_;
  const ContextKey context_;
  exchange::RecordWriter records_;
  std::vector<store::Ref> refs_;
  std::vector<store::Tag> tags_;
  std::string in_use_;
  std::set<Blake3Digest> payloads_;
  std::set<Blake3Digest> pages_;
  std::uint64_t count_ = 0;
};

Result<void> ContextWriter::read_names(const std::string& branch) {
  LW_TRY_ASSIGN(in_use_, engine::current_branch(store_, context_));
  LW_TRY_ASSIGN(refs_, store_.list_refs(context_));
  if (branch.empty()) {
    LW_TRY_ASSIGN(tags_, store_.list_tags(context_));
    return {};
  }
  std::erase_if(refs_, [&branch](const store::Ref& ref) { return ref.branch != branch; });
  in_use_ = branch;
  if (!refs_.empty()) return {};
  return broken(kBranchNotFound, "there is no branch '" + branch + "'", Code::NotFound);
}

// All commits with a path from a branch or tag, collected ones included, in the order in which they were written.
Result<std::vector<StoredCommit>> ContextWriter::reachable() {
  std::set<CommitId> seen;
  std::vector<StoredCommit> commits;
  std::vector<CommitId> heads;
  for (const store::Ref& ref : refs_) heads.push_back(ref.head.id);
  for (const store::Tag& tag : tags_) heads.push_back(tag.head.id);
  for (std::optional<CommitId> at : heads) {
    while (at && seen.insert(*at).second) {
      LW_TRY_ASSIGN(auto commit, store_.find_commit(context_, *at));
      if (!commit) return corrupt("commit " + at->hex() + " is missing");
      LW_TRY_ASSIGN(at, engine::find_id_before(store_, *commit));
      commits.push_back(*std::move(commit));
    }
  }
  std::sort(commits.begin(), commits.end(),
            [](const StoredCommit& a, const StoredCommit& b) { return a.sequence < b.sequence; });
  return commits;
}

Result<void> ContextWriter::write(std::string_view name, const std::string& branch) {
  LW_TRY(read_names(branch));
  // A line of its own has no settings, and a context without settings is written as it always was.
  std::optional<std::string> settings;
  if (branch.empty()) {
    LW_TRY_ASSIGN(settings, store_.find_state(context_, engine::kSettingsName));
  }
  LW_TRY(records_.start(settings ? exchange::kSettingsVersion : exchange::kContextVersion));
  BinaryWriter head;
  head.sized(name);
  head.sized(in_use_);
  LW_TRY(record(RecordKind::Context, head.view()));
  LW_TRY(write_events());
  LW_TRY_ASSIGN(const std::vector<StoredCommit> commits, reachable());
  for (const StoredCommit& commit : commits) LW_TRY(write_commit(commit));
  const auto write_name = [this](char kind, const std::string& each, const store::Head& at) {
    BinaryWriter body;
    body.u8(static_cast<std::uint8_t>(kind));
    body.sized(each);
    body.id(at.id);
    body.u64(at.cycle);
    return record(RecordKind::Name, body.view());
  };
  if (settings) LW_TRY(write_state(std::string(engine::kSettingsName), *settings));
  for (const store::Ref& ref : refs_) LW_TRY(write_name(1, ref.branch, ref.head));
  for (const store::Tag& tag : tags_) LW_TRY(write_name(2, tag.name, tag.head));
  BinaryWriter end;
  end.u64(count_);
  return records_.write(RecordKind::End, end.view());
}

Result<void> ContextWriter::write_events() {
  return store::for_each_log_entry(store_, context_, store::Log::Events, 0, [this](const store::LogEntry& entry) {
    return record(RecordKind::Event, engine::packed(entry.value));
  });
}

Result<void> ContextWriter::write_page(const Blake3Digest& digest) {
  if (!pages_.insert(digest).second) return {};
  LW_TRY_ASSIGN(const std::string bytes, engine::load_page(store_, digest));
  return record(RecordKind::Page, engine::packed(bytes));
}

Result<void> ContextWriter::write_payloads(const engine::Needs& needs) {
  for (const Blake3Digest& digest : needs.payloads) {
    if (!payloads_.insert(digest).second) continue;
    std::string json;
    const auto read = store_.read_payload(digest, [&json](std::string_view piece) -> Result<void> {
      json.append(piece);
      return {};
    });
    if (!read && read.error().rule == kPayloadPurged) {
      BinaryWriter body;
      body.id(digest);
      LW_TRY(record(RecordKind::Purged, body.view()));
      continue;
    }
    LW_TRY(read);
    LW_TRY(record(RecordKind::Payload, engine::packed(json)));
  }
  return {};
}

// Writes the stored state of a snapshot whose patches were collected.
Result<void> ContextWriter::write_state(const StoredCommit& commit) {
  const std::string name = engine::state_name(commit.id);
  LW_TRY_ASSIGN(const auto value, store_.find_state(context_, name));
  const auto page = value ? Blake3Digest::from_hex(*value) : std::nullopt;
  if (!page) return {};
  engine::Needs needs;
  LW_TRY(engine::add_needs(store_, *page, needs));
  LW_TRY(write_payloads(needs));
  for (const Blake3Digest& digest : needs.pages) LW_TRY(write_page(digest));
  LW_TRY(write_page(*page));
  return write_state(name, *value);
}

Result<void> ContextWriter::write_state(const std::string& name, const std::string& value) {
  BinaryWriter body;
  body.sized(name);
  body.sized(value);
  return record(RecordKind::State, body.view());
}

Result<void> ContextWriter::write_commit(const StoredCommit& commit) {
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  engine::PatchAndExtras both;
  if (patch) {
    engine::Needs needs;
    LW_TRY(engine::add_needs(*patch, needs));
    LW_TRY(write_payloads(needs));
    LW_TRY_ASSIGN(both, engine::split_patch(patch->bytes));
  } else {
    LW_TRY(write_state(commit));
  }
  LW_TRY_ASSIGN(const auto noted, store_.find_state(context_, engine::start_name(commit.id)));
  if (noted) LW_TRY(write_state(engine::start_name(commit.id), *noted));
  LW_TRY_ASSIGN(const auto receipt, store_.find_receipt(commit));
  LW_TRY_ASSIGN(const auto admission, store_.find_admission(commit));
  BinaryWriter body;
  body.sized(commit.header);
  body.u64(commit.cycle);
  body.u8(patch ? 1 : 0);
  body.sized(patch ? engine::packed(both.patch) : std::string());
  body.sized(both.extras);
  body.sized(engine::encode_note(commit.note));
  body.sized(receipt ? engine::packed(*receipt) : std::string());
  body.sized(admission ? engine::packed(*admission) : std::string());
  return record(RecordKind::Stored, body.view());
}

}  // namespace

Result<void> export_context(Repository& repository, std::string_view context, const ContextBundleOptions& options,
                            const ByteSink& sink) {
  std::string buffer;
  constexpr std::size_t kBytes = std::size_t{64} * 1024;
  const ByteSink pieces = [&](std::string_view bytes) -> Result<void> {
    buffer.append(bytes);
    if (buffer.size() < kBytes) return {};
    return sink(std::exchange(buffer, {}));
  };
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(repository.store(), context));
  LW_TRY(ContextWriter(repository.store(), key, pieces).write(context, options.branch));
  return sink(buffer);
}

}  // namespace latewood
