// Whether everything in the store that names something names something that is there.
#include <set>
#include <utility>

#include "base/try.h"
#include "engine/durable/ancestry.h"
#include "engine/durable/attempt_text.h"
#include "engine/durable/catalog.h"
#include "engine/durable/line.h"
#include "engine/durable/needs.h"
#include "engine/edit_text.h"
#include "latewood/repository.h"

namespace latewood {
namespace {

using engine::Needs;
using store::StoredCommit;

constexpr std::size_t kPiece = 4096;

class StructureCheck {
 public:
  StructureCheck(store::Store& store, const Progress& progress) : store_(store), progress_(progress) {}

  Result<std::vector<std::string>> run();

 private:
  // What cannot be read is a finding; an error only if the store is out of reach.
  Result<void> note(const std::string& object, const Result<void>& result);
  void find(const std::string& object, const std::string& what) { found_.push_back(object + ": " + what); }

  Result<void> check_context(const store::ContextRecord& record);
  Result<std::vector<StoredCommit>> list_commits(store::ContextKey context);
  Result<void> check_commit(const StoredCommit& commit);
  Result<void> check_names(const store::ContextRecord& record);
  Result<void> check_states(const store::ContextRecord& record);
  Result<void> check_state(const store::ContextRecord& record, const std::string& name);
  Result<void> check_journal(const store::ContextRecord& record, const std::string& branch);
  Result<void> check_attempts(const store::ContextRecord& record);
  Result<void> check_payloads(const std::string& object, const Needs& needs);
  Result<void> check_pages();

  store::Store& store_;
  const Progress& progress_;
  std::vector<std::string> found_;
  std::set<CommitId> commits_;      // of the context that is looked at
  std::set<Blake3Digest> present_;  // payloads that were found, or were purged
  Needs pages_;                     // that checkpoints lead to
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;
};

Result<std::vector<std::string>> StructureCheck::run() {
  LW_TRY_ASSIGN(found_, store_.check());
  auto records = engine::context_records(store_, {});
  if (!records) {
    LW_TRY(note("contexts", Result<void>(records.error())));
    return std::move(found_);
  }
  for (const store::ContextRecord& record : *records) {
    LW_TRY(note("context " + record.name, check_context(record)));
  }
  LW_TRY(check_pages());
  return std::move(found_);
}

Result<void> StructureCheck::note(const std::string& object, const Result<void>& result) {
  if (result) return {};
  if (result.error().code == Code::Unavailable) return result;
  find(object, result.error().message);
  return {};
}

Result<void> StructureCheck::check_context(const store::ContextRecord& record) {
  LW_TRY_ASSIGN(const std::vector<StoredCommit> commits, list_commits(record.key));
  commits_.clear();
  for (const StoredCommit& commit : commits) commits_.insert(commit.id);
  all_ += commits.size();
  for (const StoredCommit& commit : commits) {
    LW_TRY(note("context " + record.name + ", commit " + commit.id.hex(), check_commit(commit)));
    if (progress_ && ++done_ % 64 == 0) LW_TRY(progress_(done_, all_));
  }
  LW_TRY(check_names(record));
  LW_TRY(check_states(record));
  return check_attempts(record);
}

Result<std::vector<StoredCommit>> StructureCheck::list_commits(store::ContextKey context) {
  std::vector<StoredCommit> commits;
  for (;;) {
    const auto after =
        commits.empty() ? store::CommitCursor() : store::CommitCursor{commits.back().cycle, commits.back().sequence};
    LW_TRY_ASSIGN(std::vector<StoredCommit> piece, store_.list_commits(context, after, INT64_MAX, kPiece));
    if (piece.empty()) return commits;
    std::move(piece.begin(), piece.end(), std::back_inserter(commits));
  }
}

Result<void> StructureCheck::check_commit(const StoredCommit& commit) {
  LW_TRY_ASSIGN(const auto earlier, engine::before(store_, commit));
  if (earlier && !commits_.contains(*earlier)) {
    return Error{Code::Corruption, "it follows " + earlier->hex() + ", which is missing", {}, {}};
  }
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  LW_TRY(store_.find_receipt(commit));
  LW_TRY(store_.find_admission(commit));
  if (!patch) return {};
  Needs needs;
  LW_TRY(engine::add_needs(*patch, needs));
  LW_TRY(check_payloads("the patch", needs));
  for (const Blake3Digest& root : needs.checkpoints) LW_TRY(engine::add_checkpoint(store_, root, pages_));
  return {};
}

Result<void> StructureCheck::check_payloads(const std::string& object, const Needs& needs) {
  for (const Blake3Digest& digest : needs.payloads) {
    if (present_.contains(digest)) continue;
    LW_TRY_ASSIGN(const auto payload, store_.find_payload(digest));
    if (!payload)
      return Error{Code::Corruption, object + " needs payload " + digest.hex() + ", which is missing", {}, {}};
    present_.insert(digest);
  }
  return {};
}

Result<void> StructureCheck::check_pages() {
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const std::vector<store::PageInfo> piece, store_.list_pages(after, kPiece));
    if (piece.empty()) break;
    after = piece.back().sequence;
    for (const store::PageInfo& page : piece) pages_.pages.erase(page.digest);
  }
  for (const Blake3Digest& missing : pages_.pages)
    find("page " + missing.hex(), "a checkpoint needs it and it is missing");
  return {};
}

Result<void> StructureCheck::check_names(const store::ContextRecord& record) {
  const std::string where = "context " + record.name + ", ";
  std::set<std::string> branches;
  LW_TRY_ASSIGN(const std::string current, engine::current_branch(store_, record.key));
  branches.insert(current);
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store_.list_refs(record.key));
  for (const store::Ref& ref : refs) {
    branches.insert(ref.branch);
    if (!commits_.contains(ref.head.id)) find(where + "branch " + ref.branch, ref.head.id.hex() + " is missing");
  }
  LW_TRY_ASSIGN(const std::vector<store::Tag> tags, store_.list_tags(record.key));
  for (const store::Tag& tag : tags) {
    if (!commits_.contains(tag.head.id)) find(where + "tag " + tag.name, tag.head.id.hex() + " is missing");
  }
  for (const std::string& branch : branches) {
    LW_TRY(note(where + "journal of " + branch, check_journal(record, branch)));
  }
  return {};
}

Result<void> StructureCheck::check_journal(const store::ContextRecord& record, const std::string& branch) {
  LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store_.list_edits(record.key, branch));
  for (const store::Edit& edit : edits) {
    LW_TRY_ASSIGN(const engine::JournalEntry entry, engine::decode_entry(edit.value));
    if (!entry.base || commits_.contains(*entry.base)) continue;
    return Error{Code::Corruption,
                 "edit " + std::to_string(edit.number) + " was made on " + entry.base->hex() + ", which is missing",
                 {},
                 {}};
  }
  return {};
}

Result<void> StructureCheck::check_states(const store::ContextRecord& record) {
  LW_TRY_ASSIGN(const std::vector<std::string> names, store_.list_states(record.key));
  for (const std::string& name : names) {
    LW_TRY(note("context " + record.name + ", state " + name, check_state(record, name)));
  }
  return {};
}

// Those of other names belong to others.
Result<void> StructureCheck::check_state(const store::ContextRecord& record, const std::string& name) {
  LW_TRY_ASSIGN(const auto value, store_.find_state(record.key, name));
  const std::size_t slash = name.find('/');
  const bool is_start = name.starts_with("before/");
  const bool is_whole = name.starts_with("state/");
  if (!value || (!is_start && !is_whole)) return {};
  const auto commit = CommitId::from_hex(std::string_view(name).substr(slash + 1));
  if (!commit || !commits_.contains(*commit)) return Error{Code::Corruption, "its commit is missing", {}, {}};
  if (is_start) {
    const auto earlier = CommitId::from_hex(*value);
    if (!earlier || !commits_.contains(*earlier)) return Error{Code::Corruption, *value + " is missing", {}, {}};
    return {};
  }
  const auto page = Blake3Digest::from_hex(*value);
  if (!page) return Error{Code::Corruption, "it is no digest", {}, {}};
  Needs needs;
  LW_TRY(engine::add_needs(store_, *page, needs));
  return check_payloads("the state", needs);
}

Result<void> StructureCheck::check_attempts(const store::ContextRecord& record) {
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, store::Log::Attempts, after, kPiece));
    if (piece.empty()) return {};
    after = piece.back().number;
    for (const store::LogEntry& entry : piece) {
      const auto attempt = engine::decode_attempt(entry.value);
      const std::string object = "context " + record.name + ", attempt " + std::to_string(entry.number);
      if (!attempt) {
        find(object, attempt.error().message);
      } else if (attempt->attempt.attempt_id != entry.number) {
        find(object, "it says it is attempt " + std::to_string(attempt->attempt.attempt_id));
      }
    }
  }
}

}  // namespace

Result<std::vector<std::string>> Repository::fsck(const Progress& progress) {
  return StructureCheck(*store_, progress).run();
}

}  // namespace latewood
