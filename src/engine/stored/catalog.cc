#include "engine/stored/catalog.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/stored/ancestry.h"
#include "history/time_reference.h"
#include "selector/language/time_parser.h"
#include "store/listing.h"
#include "warp/commit_header.h"

namespace latewood::engine {
namespace {

using store::ContextKey;
using store::Head;
using store::Store;
using store::StoredCommit;

constexpr std::size_t kFewestDigits = 4;
// Stored values of a branch have its name after a prefix, and a store allows 255 bytes for the whole.
constexpr std::size_t kLongestName = 240;

Error not_found(std::string_view reference) {
  return broken(kSnapshotNotFound, "no commit is called '" + std::string(reference) + "'", Code::NotFound);
}

Result<StoredCommit> commit_at(Store& store, ContextKey context, const CommitId& id) {
  LW_TRY_ASSIGN(auto commit, store.find_commit(context, id));
  if (!commit) return corrupt("commit " + id.hex() + " is missing");
  return *std::move(commit);
}

// Finds the moment on the line that ends at `head`.
Result<StoredCommit> find_moment(Store& store, ContextKey context, const Head& head, const history::Moment& moment) {
  LW_TRY_ASSIGN(StoredCommit at, commit_at(store, context, head.id));
  const bool is_relative = moment.kind == history::TimeKind::Relative;
  for (std::uint64_t steps = 0;; ++steps) {
    if (is_relative ? steps == moment.value : at.cycle <= moment.value) break;
    LW_TRY_ASSIGN(auto earlier, load_commit_before(store, at));
    if (!earlier) return not_found(history::label_of(moment));
    at = *std::move(earlier);
  }
  if (!is_relative && at.cycle != moment.value) return not_found(history::label_of(moment));
  return at;
}

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The only commit whose id begins with these digits; nullopt if there is none.
Result<std::optional<StoredCommit>> find_by_digits(Store& store, ContextKey context, std::string_view digits) {
  std::optional<StoredCommit> found;
  LW_TRY(store::for_each_commit(store, context, [&](StoredCommit& commit) -> Result<void> {
    if (!commit.id.hex().starts_with(digits)) return {};
    if (found) {
      return broken(kReferenceAmbiguous, "several commits begin with '" + std::string(digits) + "'", Code::Conflict);
    }
    found = std::move(commit);
    return {};
  }));
  return found;
}

Result<std::optional<StoredCommit>> find_by_id(Store& store, ContextKey context, std::string_view text) {
  if (const auto id = CommitId::from_hex(text)) return store.find_commit(context, *id);
  const bool may_be_digits = text.size() >= kFewestDigits && text.size() < 64 && is_hex(text);
  if (!may_be_digits) return std::optional<StoredCommit>();
  return find_by_digits(store, context, text);
}

Result<std::optional<Head>> find_name(Store& store, ContextKey context, std::string_view name) {
  // Stores refuse such names with an error; here they are simply not found.
  const bool may_be_name = !name.empty() && name.size() <= 255 && name.find('\0') == std::string_view::npos;
  if (!may_be_name) return std::optional<Head>();
  LW_TRY_ASSIGN(auto head, store.find_ref(context, name));
  if (head) return head;
  return store.find_tag(context, name);
}

}  // namespace

Result<void> check_ref_name(std::string_view kind, std::string_view name) {
  const std::string what = std::string(kind) + " '" + std::string(name) + "' ";
  if (name.find('@') != std::string_view::npos) return broken(kOptionInvalid, what + "must not contain '@'");
  if (CommitId::from_hex(name)) return broken(kOptionInvalid, what + "looks like the id of a commit");
  if (name.size() <= kLongestName) return {};
  return broken(kOptionInvalid, "the name of a " + std::string(kind) + " has " + std::to_string(name.size()) +
                                    " bytes; " + std::to_string(kLongestName) + " are allowed");
}

Result<void> refuse_tag_name(Store& store, std::string_view name, store::WriteBatch& batch) {
  // Read the life before the tag: a tag created after this read changes the life, so the batch will fail.
  LW_TRY_ASSIGN(auto life, store.find_state(batch.context, life_name(name)));
  LW_TRY_ASSIGN(const auto tag, store.find_tag(batch.context, name));
  if (tag) {
    return broken(kConflict, "there is a tag '" + std::string(name) + "': a branch needs a name of its own",
                  Code::Conflict);
  }
  batch.expected_states.push_back({life_name(name), std::move(life)});
  return {};
}

std::string next_life(const std::optional<std::string>& life) {
  std::uint64_t lives = 0;
  if (life) std::from_chars(life->data(), life->data() + life->size(), lives);
  return std::to_string(lives + 1);
}

Result<void> add_tag(Store& store, std::string_view name, const Head& head, store::WriteBatch& batch) {
  LW_TRY_ASSIGN(const auto branch, store.find_ref(batch.context, name));
  if (branch) {
    return broken(kConflict, "there is a branch '" + std::string(name) + "': a tag needs a name of its own",
                  Code::Conflict);
  }
  LW_TRY_ASSIGN(const auto known, store.find_tag(batch.context, name));
  if (!known) {
    LW_TRY_ASSIGN(auto life, store.find_state(batch.context, life_name(name)));
    batch.refs.push_back({std::string(name), std::nullopt, std::nullopt});
    batch.states.push_back({life_name(name), next_life(life)});
    batch.expected_states.push_back({life_name(name), std::move(life)});
  }
  batch.tags.push_back({std::string(name), head});
  return {};
}

Result<ContextKey> find_context(Store& store, std::string_view name) {
  LW_TRY_ASSIGN(const auto record, store.find_context(name));
  if (!record) return broken(kContextNotFound, "there is no context '" + std::string(name) + "'", Code::NotFound);
  return record->key;
}

std::string overlaps_text(Overlaps overlaps) { return overlaps == Overlaps::Demote ? "demote" : "refuse"; }

Result<Overlaps> read_overlaps(const std::optional<std::string>& value) {
  if (!value || *value == overlaps_text(Overlaps::Refuse)) return Overlaps::Refuse;
  if (*value == overlaps_text(Overlaps::Demote)) return Overlaps::Demote;
  return Error{Code::Corruption, "state " + std::string(kOverlapsName) + ": neither refuse nor demote", {}, {}};
}

Result<ContextKey> context_of(Store& store, std::string_view name, bool create) {
  auto key = find_context(store, name);
  const bool is_absent = !key && key.error().rule == kContextNotFound;
  if (!is_absent || !create) return key;
  auto made = store.create_context(name, {});
  // Another process may have created it after the search.
  if (!made && made.error().rule == kConflict) return find_context(store, name);
  return made;
}

Result<std::vector<store::ContextRecord>> context_records(Store& store, std::string_view name) {
  std::vector<store::ContextRecord> records;
  if (!name.empty()) {
    LW_TRY(find_context(store, name));
    LW_TRY_ASSIGN(auto record, store.find_context(name));
    if (record) records.push_back(*std::move(record));
    return records;
  }
  LW_TRY(store::for_each_context(store, [&records](store::ContextRecord& record) -> Result<void> {
    records.push_back(std::move(record));
    return {};
  }));
  return records;
}

Result<std::string> current_branch(Store& store, ContextKey context) {
  LW_TRY_ASSIGN(auto noted, store.find_state(context, kCurrentBranch));
  return noted ? *std::move(noted) : std::string(kFirstBranch);
}

Result<std::string> usable_branch(Store& store, ContextKey context) {
  LW_TRY_ASSIGN(std::string current, current_branch(store, context));
  LW_TRY_ASSIGN(const auto head, store.find_ref(context, current));
  if (head) return current;
  LW_TRY_ASSIGN(const auto others, store.list_refs(context));
  if (others.empty()) return current;
  return broken(kBranchNotFound, "the current branch '" + current + "' does not exist: switch to another branch",
                Code::NotFound);
}

Result<StoredCommit> resolve(Store& store, ContextKey context, std::string_view reference) {
  const std::size_t sign = reference.rfind('@');
  if (sign == std::string_view::npos) {
    LW_TRY_ASSIGN(const auto head, find_name(store, context, reference));
    if (head) return commit_at(store, context, head->id);
    LW_TRY_ASSIGN(auto commit, find_by_id(store, context, reference));
    if (!commit) return not_found(reference);
    return *std::move(commit);
  }
  LW_TRY_ASSIGN(const history::Moment moment, selector::parse_moment(reference.substr(sign)));
  std::string name(reference.substr(0, sign));
  if (name.empty()) {
    LW_TRY_ASSIGN(name, usable_branch(store, context));
  }
  LW_TRY_ASSIGN(const auto head, find_name(store, context, name));
  if (!head) return not_found(reference);
  return find_moment(store, context, *head, moment);
}

Result<CommitInfo> describe(const StoredCommit& commit) {
  LW_TRY_ASSIGN(const auto parent, parent_of(commit));
  const auto header = warp::decode_commit_header(commit.header);
  if (!header) return corrupt("the header of commit " + commit.id.hex() + ": " + header.error().message);
  return CommitInfo{commit.id,         parent,     commit.cycle, header->state_root, header->patch_digest,
                    header->policy_id, commit.note};
}

}  // namespace latewood::engine
