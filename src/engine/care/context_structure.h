// Checks that everything a context refers to exists.
//
// Other processes may commit meanwhile. Names are read before commits are listed, so every commit that a name refers to
// is in the list.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/care/needs.h"
#include "engine/record/edit_text.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

class ContextStructure {
 public:
  // Called with the number of commits listed and checked since the last call. An error ends the check.
  using Advance = std::function<Result<void>(std::uint64_t listed, std::uint64_t done)>;

  ContextStructure(store::Store& store, store::ContextRecord record, Advance advance)
      : store_(store), record_(std::move(record)), advance_(std::move(advance)) {}

  // Collects findings, also for records that cannot be read. Fails only if the store is unavailable.
  Result<void> check();

  std::vector<std::string> take_findings() { return std::move(found_); }
  // The pages that the context's checkpoints need. The caller checks that they exist.
  const std::set<Blake3Digest>& pages() const { return pages_.pages; }

 private:
  // The names of the context, read before its commits are listed.
  struct Names {
    std::string in_use;  // the current branch
    std::vector<store::Ref> refs;
    std::vector<store::Tag> tags;
    std::vector<std::string> journals;                        // branches with a journal
    std::vector<std::pair<std::string, JournalEntry>> edits;  // with the name used in findings
    std::vector<std::pair<std::string, std::string>> states;  // "before/..", "state/.." and their values
  };

  Result<void> note(const std::string& object, const Result<void>& result);
  void find(const std::string& object, const std::string& what) { found_.push_back(where_ + object + ": " + what); }
  bool is_there(const std::optional<CommitId>& id) const { return id && commits_.contains(*id); }
  void check_head(const std::string& object, const store::Head& head);
  void check_branches(const Names& names);
  Result<void> check_order(const store::StoredCommit& commit, const CommitId& earlier) const;

  Result<void> check_all();
  Result<void> read_names(Names& names);
  Result<void> read_journal(const std::string& branch, Names& names);
  Result<void> read_states(Names& names);
  void check_names(const Names& names);
  Result<void> check_figures(const std::string& newest);
  Result<void> check_state(const std::string& name, const std::string& value);
  Result<std::vector<store::StoredCommit>> list_commits();
  Result<void> check_commit(const store::StoredCommit& commit);
  Result<void> check_starts(const Names& names);
  Result<void> check_start(const CommitId& head);
  Result<void> check_payloads(const std::string& object, const Needs& needs);
  Result<void> check_attempts();

  store::Store& store_;
  const store::ContextRecord record_;
  const Advance advance_;
  const std::string where_ = "context " + record_.name + ", ";
  std::vector<std::string> found_;
  // Facts of a commit, to compare with the records that refer to it.
  struct Place {
    std::uint64_t cycle = 0;
    std::uint64_t sequence = 0;
    std::optional<CommitId> before = {};
    bool has_patch = false;
  };
  std::map<CommitId, Place> commits_;
  std::set<Blake3Digest> present_;  // payloads that are stored or purged
  Needs pages_;
};

}  // namespace latewood::engine
