// Histories that are being written from elsewhere, commit by commit. Until the last commit makes the branch no ref
// leads to the others. A mark does instead: a state that moves with every batch. Whoever collects keeps what it leads
// to, and a writer whose mark was taken away can write no more. With the last batch the mark says that its history
// has arrived, and stays so until the next one begins: a history may consist of commits that were there, and then
// nothing else would tell who collects at the same time that it came.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Before the number of the mark, which is higher than that of all others. The value is the newest commit that was
// written, or nothing before the first, or `kArrived`.
inline constexpr std::string_view kArrivingPrefix = "arriving/";
inline constexpr std::string_view kArrived = "arrived";

// A mark as it was found.
struct Arriving {
  std::string name;
  std::optional<CommitId> newest;  // nothing before the first commit
  bool has_arrived = false;        // then a branch leads to it, or did
  friend bool operator==(const Arriving&, const Arriving&) = default;
};

// In the order of their names. Corruption if one is no mark.
Result<std::vector<Arriving>> list_arriving(store::Store& store, store::ContextKey context);

// That the marks of a context are those that were found, and no other has come.
std::vector<store::StateExpectation> unmoved_marks(const std::vector<Arriving>& found);

// Adds to the batch that the mark goes. The batch is refused if it moved meanwhile.
void drop_mark(const Arriving& mark, store::WriteBatch& batch);

class ArrivingMark {
 public:
  // Nothing is written before `begin`.
  ArrivingMark(store::Store& store, store::ContextKey context) : store_(store), context_(context) {}

  // Several histories may arrive at the same time, each with a mark of its own.
  Result<void> begin();

  // Adds to the batch that the mark moves to its commit, or has arrived; `settle` once it was written.
  void move_to(const CommitId& commit, store::WriteBatch& batch) const;
  void finish(store::WriteBatch& batch) const;
  void settle(const CommitId& commit) { mark_->newest = commit; }

  // Whether there is no other among those that were found.
  bool is_all_of(const std::vector<Arriving>& found) const;

  // Of a history that does not come any more: what was written of it is used by nobody.
  Result<void> give_up();

 private:
  store::Store& store_;
  const store::ContextKey context_;
  std::optional<Arriving> mark_;
};

}  // namespace latewood::engine
