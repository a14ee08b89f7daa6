// Import marks. An import writes a history commit by commit; the branch is created with the last batch. Until then only
// a mark refers to the new commits: a stored value that each batch moves to its commit.
// - Collection keeps the commits of a mark.
// - If the process dies, its mark stays, and the commits stay with it, until a collection removes both. From then on
//   the writer of the unfinished import gets E_CONFLICT.
// - The last batch sets the mark to "done". A done mark stays until the next import begins: if all commits of the
//   import existed before, it is the only change that a concurrent collection can notice.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// The name of a mark is this prefix and a number higher than that of all other marks. Its value is the newest written
// commit, empty before the first commit, or `kImportDone`.
inline constexpr std::string_view kImportMarkPrefix = "arriving/";
inline constexpr std::string_view kImportDone = "arrived";

// A mark as read from the store.
struct ImportMark {
  std::string name;
  std::optional<CommitId> newest;  // the newest written commit; nullopt: none yet, or the import is done
  bool is_done = false;            // the import has finished and created its branch
  friend bool operator==(const ImportMark&, const ImportMark&) = default;
};

// Lists the marks in order of their names. Corruption if a value is not valid for a mark.
Result<std::vector<ImportMark>> list_import_marks(store::Store& store, store::ContextKey context);

// Expectations for a batch: the marks of the context are still exactly `found`.
std::vector<store::StateExpectation> expect_marks(const std::vector<ImportMark>& found);

// Adds the removal of the mark to the batch. The batch gets E_CONFLICT if the mark has moved.
void remove_mark(const ImportMark& mark, store::WriteBatch& batch);

class ImportMarkWriter {
 public:
  // Writes nothing; see `begin`.
  ImportMarkWriter(store::Store& store, store::ContextKey context) : store_(store), context_(context) {}

  // Writes a new mark and removes done marks. Several imports may run at the same time, each with its own mark.
  Result<void> begin();

  // Add the move of the mark to `commit`, or its change to done, to the batch. Call `settle` after the batch of a
  // commit was written.
  void move_to(const CommitId& commit, store::WriteBatch& batch) const;
  void finish(store::WriteBatch& batch) const;
  void settle(const CommitId& commit) { mark_->newest = commit; }

  // Returns true if all marks in `found` are this one.
  bool is_only_mark_in(const std::vector<ImportMark>& found) const;

  // Removes the mark after a failed import. The next collection removes the commits it has written.
  Result<void> give_up();

 private:
  store::Store& store_;
  const store::ContextKey context_;
  std::optional<ImportMark> mark_;
};

}  // namespace latewood::engine
