// The ledger: hints from which a commit finds the nodes that expire, refer to a node, mark a node or hold a key,
// without a scan of the tree. Entries are never removed, so callers must check every answer against a tree. Thread
// safe: branches that share a history read each other's ledgers. Readers of snapshots do not use it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::engine {

class Ledger {
 public:
  // Adds the expiry, references, key and marks of a node that entered the tree.
  void note(const tree::Node& node);
  // Makes the commit of `cycle` check the expiry of this node.
  void note_due(std::uint64_t cycle, std::string_view id);

  // The `add_` functions append to `ids`.

  void add_due(std::uint64_t cycle, std::vector<std::string>& ids) const;
  // The nodes due in a cycle after `after` and not after `last`.
  void add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) const;
  void add_referrers(std::string_view id, std::vector<std::string>& ids) const;
  void add_holders(std::string_view key, std::vector<std::string>& ids) const;
  void add_markers(std::string_view id, std::vector<std::string>& ids) const;

 private:
  using ById = std::map<std::string, std::vector<std::string>, std::less<>>;

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<std::string>> due_;
  ById referrers_;
  ById holders_;
  ById markers_;
};

}  // namespace latewood::engine
