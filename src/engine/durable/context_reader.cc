#include "engine/durable/context_reader.h"

#include <utility>

#include "base/try.h"
#include "engine/durable/ancestry.h"
#include "latewood/clock.h"
#include "warp/tree_replay.h"

namespace latewood::engine {
namespace {

constexpr std::size_t kPiece = 4096;

}  // namespace

ContextReader::ContextReader(store::Store& store, store::ContextKey context, Restorer::Contents contents,
                             ReadAhead ahead)
    : store_(store), context_(context), contents_(std::move(contents)), records_(store, context, ahead) {}

Result<void> ContextReader::list() {
  LW_TRY_ASSIGN(states_, store_.list_states(context_));
  store::CommitCursor after;
  for (;;) {
    LW_TRY_ASSIGN(std::vector<store::StoredCommit> piece, store_.list_commits(context_, after, INT64_MAX, kPiece));
    if (piece.empty()) break;
    after = {piece.back().cycle, piece.back().sequence};
    for (store::StoredCommit& commit : piece) {
      LW_TRY_ASSIGN(const auto earlier, engine::before(store_, commit));
      const auto found = earlier ? find(*earlier) : std::nullopt;
      if (earlier && !found) {
        return warp::corrupt("commit " + commit.id.hex() + " follows " + earlier->hex() + ", which is missing");
      }
      places_.emplace(commit.id, commits_.size());
      before_.push_back(found);
      commits_.push_back(std::move(commit));
    }
  }
  read_.resize(commits_.size());
  return {};
}

std::optional<std::size_t> ContextReader::find(const CommitId& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

Result<void> ContextReader::read(const Visit& visit) {
  for (; next_ < commits_.size(); ++next_) LW_TRY(read_next(visit));
  return {};
}

Result<void> ContextReader::read_next(const Visit& visit) {
  LW_TRY_ASSIGN(const auto page, find_start(store_, commits_[next_], states_));
  const auto& earlier = before_[next_];
  if (page) {
    LW_TRY(read_start(*page));
  } else if (!earlier || read_[*earlier].snapshot != nullptr) {
    LW_TRY(read_patch());
  }
  const bool was_read = read_[next_].snapshot != nullptr;
  if (!was_read || !visit) return {};
  return visit(next_, branch_of(next_), page ? Origin::State : Origin::Patch);
}

Result<void> ContextReader::read_start(const Blake3Digest& page) {
  LineStart start{commits_[next_], {}, page};
  if (before_[next_]) start.before = commits_[*before_[next_]];
  const std::size_t restorer = restorer_for(std::nullopt);
  LW_TRY_ASSIGN(read_[next_].snapshot, restore_start(start, store_, *restorers_[restorer]));
  read_[next_].restorer = restorer;
  return {};
}

// A patch that was collected leaves the commit unread, and whatever follows it.
Result<void> ContextReader::read_patch() {
  const store::StoredCommit& commit = commits_[next_];
  LW_TRY_ASSIGN(const RunCommit* found, records_.find(commit));
  RunCommit asked;
  if (found == nullptr) {
    auto patch = store_.find_patch(commit);
    if (!patch) return in_commit(commit, patch.error());
    asked.records.patch = *std::move(patch);
    found = &asked;
  }
  if (!found->records.patch) return {};
  const std::size_t restorer = restorer_for(before_[next_]);
  LW_TRY_ASSIGN(read_[next_].snapshot,
                restore_commit(commit, *found->records.patch, *restorers_[restorer], found->patch_digest));
  read_[next_].restorer = restorer;
  return {};
}

Result<const store::CommitRecords*> ContextReader::find_records(std::size_t commit) {
  LW_TRY_ASSIGN(const RunCommit* found, records_.find(commits_[commit]));
  return found == nullptr ? nullptr : &found->records;
}

// One that stands at the commit before: the one that read it, or a fork of that if it went on.
std::size_t ContextReader::restorer_for(const std::optional<std::size_t>& before) {
  if (!before) {
    restorers_.push_back(std::make_unique<Restorer>(make_logical_clock(), nullptr, contents_));
    return restorers_.size() - 1;
  }
  const Read& earlier = read_[*before];
  const Branch& branch = restorers_[earlier.restorer]->branch();
  if (branch.head() == earlier.snapshot) return earlier.restorer;
  restorers_.push_back(std::make_unique<Restorer>(branch.fork(*earlier.snapshot), contents_));
  return restorers_.size() - 1;
}

}  // namespace latewood::engine
