#include "engine/care/context_structure.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/try.h"
#include "engine/record/admission_text.h"
#include "engine/record/attempt_text.h"
#include "engine/record/figures_chunk.h"
#include "engine/record/record_source.h"
#include "engine/session/settings_text.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/import_mark.h"
#include "engine/stored/line.h"
#include "store/listing.h"

namespace latewood::engine {
namespace {

using store::StoredCommit;

constexpr std::uint64_t kStep = 64;  // commits between two calls of `advance`

Error missing(const std::string& what) { return {Code::Corruption, what, {}, {}}; }

}  // namespace

Result<void> ContextStructure::check() {
  const auto checked = check_all();
  if (checked) return {};
  if (checked.error().code == Code::Unavailable) return checked;
  found_.push_back("context " + record_.name + ": " + checked.error().message);
  return {};
}

Result<void> ContextStructure::note(const std::string& object, const Result<void>& result) {
  if (result) return {};
  if (result.error().code == Code::Unavailable) return result;
  find(object, result.error().message);
  return {};
}

Result<void> ContextStructure::check_all() {
  Names names;
  LW_TRY(read_names(names));
  LW_TRY_ASSIGN(const std::vector<StoredCommit> commits, list_commits());
  for (const StoredCommit& commit : commits) commits_[commit.id] = {commit.cycle, commit.sequence, {}, false};
  LW_TRY(advance_(commits.size(), 0));
  check_names(names);
  for (const auto& [name, value] : names.states) LW_TRY(note("state " + name, check_state(name, value)));
  std::uint64_t done = 0;
  for (const StoredCommit& commit : commits) {
    LW_TRY(note("commit " + commit.id.hex(), check_commit(commit)));
    if (++done % kStep == 0) LW_TRY(advance_(0, kStep));
  }
  LW_TRY(advance_(0, done % kStep));
  LW_TRY(check_starts(names));
  return check_attempts();
}

// ---- names ----

Result<void> ContextStructure::read_names(Names& names) {
  LW_TRY_ASSIGN(names.in_use, current_branch(store_, record_.key));
  LW_TRY_ASSIGN(names.refs, store_.list_refs(record_.key));
  LW_TRY_ASSIGN(names.tags, store_.list_tags(record_.key));
  LW_TRY_ASSIGN(names.journals, store_.list_journals(record_.key));
  for (const std::string& branch : names.journals) {
    LW_TRY(note("journal of " + branch, read_journal(branch, names)));
  }
  return read_states(names);
}

Result<void> ContextStructure::read_journal(const std::string& branch, Names& names) {
  LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store_.list_edits(record_.key, branch));
  for (const store::Edit& edit : edits) {
    LW_TRY_ASSIGN(JournalEntry entry, decode_entry(edit.value));
    names.edits.emplace_back("journal of " + branch + ": edit " + std::to_string(edit.number), std::move(entry));
  }
  return {};
}

// Reads the states that the engine writes. States of other names belong to the caller of the library.
Result<void> ContextStructure::read_states(Names& names) {
  LW_TRY_ASSIGN(const std::vector<std::string> states, store_.list_states(record_.key));
  for (const std::string& name : states) {
    constexpr std::array kOurs = {
        kStartPrefix, kStatePrefix, kImportMarkPrefix, kPolicyPrefix, kPendingAdmissionPrefix, kFiguresPrefix};
    const auto begins_it = [&name](std::string_view prefix) { return name.starts_with(prefix); };
    const bool is_ours =
        std::any_of(kOurs.begin(), kOurs.end(), begins_it) || name == kOverlapsName || name == kSettingsName;
    if (!is_ours) continue;
    auto value = store_.find_state(record_.key, name);
    LW_TRY(note("state " + name, value ? Result<void>() : Result<void>(value.error())));
    if (value && *value) names.states.emplace_back(name, **std::move(value));
  }
  return {};
}

void ContextStructure::check_head(const std::string& object, const store::Head& head) {
  const auto commit = commits_.find(head.id);
  if (commit == commits_.end()) return find(object, head.id.hex() + " is missing");
  if (commit->second.cycle == head.cycle) return;
  find(object, "it names cycle " + std::to_string(head.cycle) + " for commit " + head.id.hex() + ", which has cycle " +
                   std::to_string(commit->second.cycle));
}

// A branch without commits exists only as the current branch of a context without other branches.
void ContextStructure::check_branches(const Names& names) {
  std::set<std::string> branches;
  for (const store::Ref& ref : names.refs) branches.insert(ref.branch);
  if (branches.empty()) branches.insert(names.in_use);
  if (!branches.contains(names.in_use)) find("branch " + names.in_use, "it is the current branch and is missing");
  for (const std::string& branch : names.journals) {
    if (!branches.contains(branch)) find("journal of " + branch, "there is no such branch");
  }
}

void ContextStructure::check_names(const Names& names) {
  check_branches(names);
  for (const store::Ref& ref : names.refs) check_head("branch " + ref.branch, ref.head);
  for (const store::Tag& tag : names.tags) check_head("tag " + tag.name, tag.head);
  for (const auto& [object, entry] : names.edits) {
    if (entry.base && !is_there(entry.base)) {
      found_.push_back(where_ + object + " is based on commit " + entry.base->hex() + ", which is missing");
    }
  }
}

// The newest chunk of figures, and the pages that it and those before it name.
Result<void> ContextStructure::check_figures(const std::string& newest) {
  std::set<Blake3Digest> seen;
  for (std::string bytes = newest;;) {
    const auto chunk = decode_figures(bytes);
    if (!chunk) return chunk.error();
    for (const CycleFigures& entry : chunk->entries) {
      if (!is_there(entry.commit_id)) return missing(entry.commit_id.hex() + " is missing");
    }
    if (!chunk->before || !seen.insert(*chunk->before).second) return {};
    LW_TRY_ASSIGN(auto page, store_.find_page(*chunk->before));
    if (!page) return missing("the page " + chunk->before->hex() + " is missing");
    bytes = *std::move(page);
  }
}

Result<void> ContextStructure::check_state(const std::string& name, const std::string& value) {
  if (name.starts_with(kPolicyPrefix)) {
    const auto policy = parse_policy(value);
    return policy ? Result<void>() : Result<void>(policy.error());
  }
  if (name.starts_with(kFiguresPrefix)) {
    return check_figures(value);
  }
  if (name == kOverlapsName) {
    const auto overlaps = read_overlaps(value);
    return overlaps ? Result<void>() : Result<void>(overlaps.error());
  }
  if (name == kSettingsName) {
    const auto settings = decode_settings(value);
    return settings ? Result<void>() : Result<void>(settings.error());
  }
  if (name.starts_with(kPendingAdmissionPrefix)) {
    const auto admission = decode_admission(value);
    return admission ? Result<void>() : Result<void>(admission.error());
  }
  if (name.starts_with(kImportMarkPrefix)) {
    const bool is_mark = value.empty() || value == kImportDone || is_there(CommitId::from_hex(value));
    return is_mark ? Result<void>() : missing(value + " is missing");
  }
  const bool is_start = name.starts_with(kStartPrefix);
  if (!is_there(CommitId::from_hex(std::string_view(name).substr(name.find('/') + 1)))) {
    return missing("its commit is missing");
  }
  if (is_start) return is_there(CommitId::from_hex(value)) ? Result<void>() : missing(value + " is missing");
  const auto page = Blake3Digest::from_hex(value);
  if (!page) return missing("its value is not a digest");
  Needs needs;
  LW_TRY(add_needs(store_, *page, needs));
  return check_payloads("the state", needs);
}

// ---- commits ----

Result<std::vector<StoredCommit>> ContextStructure::list_commits() {
  std::vector<StoredCommit> commits;
  LW_TRY(store::for_each_commit(store_, record_.key, [&commits](StoredCommit& commit) -> Result<void> {
    commits.push_back(std::move(commit));
    return {};
  }));
  return commits;
}

Result<void> ContextStructure::check_commit(const StoredCommit& commit) {
  Place& place = commits_[commit.id];
  place.has_patch = true;  // corrected below; stays true for a damaged patch, which has a finding of its own
  LW_TRY_ASSIGN(place.before, find_id_before(store_, commit));
  if (place.before) LW_TRY(check_order(commit, *place.before));
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  place.has_patch = patch.has_value();
  LW_TRY(store_.find_receipt(commit));
  LW_TRY(store_.find_admission(commit));
  if (!patch) return {};
  Needs needs;
  LW_TRY(add_needs(*patch, needs));
  LW_TRY(check_payloads("the patch", needs));
  for (const Blake3Digest& root : needs.checkpoints) LW_TRY(add_checkpoint(store_, root, pages_));
  return {};
}

// Fails if the commit was not written after its previous commit.
Result<void> ContextStructure::check_order(const StoredCommit& commit, const CommitId& earlier) const {
  const auto place = commits_.find(earlier);
  if (place == commits_.end()) return missing("the commit before it, " + earlier.hex() + ", is missing");
  if (place->second.sequence < commit.sequence) return {};
  return missing("it has sequence number " + std::to_string(commit.sequence) + ", but the commit before it, " +
                 earlier.hex() + ", has number " + std::to_string(place->second.sequence));
}

// Checks that all heads and tagged commits can be rebuilt: they are never collected.
Result<void> ContextStructure::check_starts(const Names& names) {
  for (const store::Ref& ref : names.refs) LW_TRY(note("branch " + ref.branch, check_start(ref.head.id)));
  for (const store::Tag& tag : names.tags) LW_TRY(note("tag " + tag.name, check_start(tag.head.id)));
  return {};
}

// Fails if the snapshot of a head cannot be rebuilt: every commit back to the first one, or to one with a state, needs
// its patch. Missing commits on the way are findings of `check_commit`.
Result<void> ContextStructure::check_start(const CommitId& head) {
  std::size_t left = commits_.size();  // ends a walk in a cycle of commits, which is a finding of `check_order`
  for (std::optional<CommitId> at = head; is_there(at) && left > 0; at = commits_[*at].before, --left) {
    if (commits_[*at].has_patch) continue;
    LW_TRY_ASSIGN(const auto state, store_.find_state(record_.key, state_name(*at)));
    if (state) return {};
    return missing("the patch and the state of commit " + at->hex() + " are both missing");
  }
  return {};
}

Result<void> ContextStructure::check_payloads(const std::string& object, const Needs& needs) {
  for (const Blake3Digest& digest : needs.payloads) {
    if (present_.contains(digest)) continue;
    LW_TRY_ASSIGN(const auto payload, store_.find_payload(digest));
    if (!payload) return missing(object + " needs payload " + digest.hex() + ", which is missing");
    present_.insert(digest);
  }
  return {};
}

// ---- attempts ----

Result<void> ContextStructure::check_attempts() {
  const auto check = [this](const store::LogEntry& entry) -> Result<void> {
    const auto attempt = decode_attempt(entry.value);
    const std::string object = "attempt " + std::to_string(entry.number);
    if (!attempt) {
      find(object, attempt.error().message);
    } else if (attempt->attempt.attempt_id != entry.number) {
      find(object, "its record has attempt number " + std::to_string(attempt->attempt.attempt_id));
    }
    return {};
  };
  return store::for_each_log_entry(store_, record_.key, store::Log::Attempts, 0, check);
}

}  // namespace latewood::engine
