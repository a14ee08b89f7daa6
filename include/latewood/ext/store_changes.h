// Stores that tell cheaply whether anything was written. All stores of this library can; on one that does not implement
// this, a session reads the state of a branch before each call.
//
//   const std::unique_ptr<store::Store> file = store::open_store("latewood.db").value();
//   auto* const telling = dynamic_cast<store::TellsChanges*>(file.get());
//   if (telling != nullptr) std::cout << telling->change_mark().value() << '\n';
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// A `BranchRecord` without the edits.
struct BranchTip {
  std::optional<Head> head;
  std::uint64_t last_edit = 0;  // the number of the newest edit in the journal; 0: it is empty
  std::vector<std::optional<std::string>> states;
};

// An interface that a Store may implement besides. Threads and failures as for Store.
class TellsChanges {
 public:
  virtual ~TellsChanges() = default;

  // A text that is the same at two moments only if nothing was written to the store between them, by this process or
  // another one. It may also change without a write. Different objects on one store have different texts.
  virtual Result<std::string> change_mark() = 0;

  // `Store::find_branch` without the edits.
  virtual Result<BranchTip> find_tip(ContextKey context, std::string_view branch,
                                     const std::vector<std::string>& states) = 0;
};

}  // namespace latewood::store
