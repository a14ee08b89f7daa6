// What is known of the commits before the one at which a branch was opened, without loading them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/id_index.h"

namespace latewood::engine {

// Ids and the hints of a ledger (record/ledger.h) for every commit up to a checkpoint. Every function may be called
// from any thread. What cannot be read is left out, and `history::Past::status` has the error.
class LineBase {
 public:
  virtual ~LineBase() = default;
  // Nothing if none of these commits had the id. For an id that has left the tree the entry may have only a cycle.
  virtual std::optional<tree::IdIndex::Entry> find_id(std::string_view id) = 0;
  virtual void add_due(std::uint64_t cycle, std::vector<std::string>& ids) = 0;
  virtual void add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) = 0;
  virtual void add_referrers(std::string_view id, std::vector<std::string>& ids) = 0;
  virtual void add_holders(std::string_view key, std::vector<std::string>& ids) = 0;
  virtual void add_markers(std::string_view id, std::vector<std::string>& ids) = 0;
};

}  // namespace latewood::engine
