// Who expires when, who refers to whom, who marks whom, who holds which key: hints by which a commit finds
// the few nodes it has to look at. Entries are never removed; whoever asks checks them
// against a tree. Branches that share a history read each other's ledgers, so there is a
// lock; readers of snapshots never come here.
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
  // Everything a node that entered the tree will be asked for.
  void note(const tree::Node& node);
  // A node to be looked at again by the commit of that cycle.
  void note_due(std::uint64_t cycle, std::string_view id);

  void add_due(std::uint64_t cycle, std::vector<std::string>& ids) const;
  // Those of every cycle after `after`, up to `last`.
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
