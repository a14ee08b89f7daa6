// Ids and hints of the commits before the checkpoint at which a branch was opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/id_index.h"

namespace latewood::engine {

// Finds ids and the hints of a ledger (record/ledger.h) in all commits up to a checkpoint, without loading the commits.
// Any thread may call any function. Entries that cannot be read are left out; `history::Past::status` has the error.
class LineBase {
 public:
  virtual ~LineBase() = default;
  // Nullopt if none of these commits had the id. The entry of an id that has left the tree may have a cycle only.
  virtual std::optional<tree::IdIndex::Entry> find_id(std::string_view id) = 0;
  virtual void add_due(std::uint64_t cycle, std::vector<std::string>& ids) = 0;
  virtual void add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) = 0;
  virtual void add_referrers(std::string_view id, std::vector<std::string>& ids) = 0;
  virtual void add_holders(std::string_view key, std::vector<std::string>& ids) = 0;
  virtual void add_markers(std::string_view id, std::vector<std::string>& ids) = 0;
};

}  // namespace latewood::engine
