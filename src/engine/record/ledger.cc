#include "engine/record/ledger.h"

#include "lifecycle/departure.h"
#include "tree/edit/marker.h"

namespace latewood::engine {
namespace {

template <class Map, class Key>
void append_found(const Map& map, const Key& key, std::vector<std::string>& ids) {
  const auto found = map.find(key);
  if (found != map.end()) ids.insert(ids.end(), found->second.begin(), found->second.end());
}

}  // namespace

void Ledger::note(const tree::Node& node) {
  // References, keys and the targets of markers are all stored in `extra`, so most nodes need no entry.
  if (node.extra() == nullptr && node.expiry() == tree::kNever) return;
  const std::lock_guard lock(mutex_);
  if (node.expiry() != tree::kNever && node.expiry() >= 0) {
    due_[static_cast<std::uint64_t>(node.expiry())].emplace_back(node.id());
  }
  for (const std::string& target : lifecycle::references_in(node)) referrers_[target].emplace_back(node.id());
  if (node.extra() != nullptr && node.extra()->key) holders_[*node.extra()->key].emplace_back(node.id());
  for (const std::string_view named : tree::marked_by(node)) markers_[std::string(named)].emplace_back(node.id());
}

void Ledger::note_due(std::uint64_t cycle, std::string_view id) {
  const std::lock_guard lock(mutex_);
  due_[cycle].emplace_back(id);
}

void Ledger::add_due(std::uint64_t cycle, std::vector<std::string>& ids) const {
  const std::lock_guard lock(mutex_);
  append_found(due_, cycle, ids);
}

void Ledger::add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) const {
  const std::lock_guard lock(mutex_);
  const auto end = due_.upper_bound(last);
  for (auto at = due_.upper_bound(after); after < last && at != end; ++at) {
    ids.insert(ids.end(), at->second.begin(), at->second.end());
  }
}

void Ledger::add_referrers(std::string_view id, std::vector<std::string>& ids) const {
  const std::lock_guard lock(mutex_);
  append_found(referrers_, id, ids);
}

void Ledger::add_holders(std::string_view key, std::vector<std::string>& ids) const {
  const std::lock_guard lock(mutex_);
  append_found(holders_, key, ids);
}

void Ledger::add_markers(std::string_view id, std::vector<std::string>& ids) const {
  const std::lock_guard lock(mutex_);
  append_found(markers_, id, ids);
}

}  // namespace latewood::engine
