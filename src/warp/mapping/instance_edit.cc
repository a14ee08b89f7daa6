#include "warp/mapping/instance_edit.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "warp/mapping/tree_ids.h"

namespace latewood::warp {
namespace {

constexpr std::size_t kId = 32;
constexpr std::size_t kKey = 2 + 2 * kId;  // owner, plane, instance, local id
constexpr std::size_t kBeforeLists = 2 + 4 + kId + 1;

template <class Id>
Id id_at(const char* bytes) {
  Id id;
  std::memcpy(id.bytes.data(), bytes, kId);
  return id;
}

std::uint64_t number_at(const char* bytes, int width) {
  std::uint64_t number = 0;
  for (int i = width; i-- > 0;) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

std::uint32_t policy_at(const char* patch) { return static_cast<std::uint32_t>(number_at(patch + 2, 4)); }

// Reads a patch in one pass. docs/format/tick_patch.md has the layouts.
class PatchScan {
 public:
  explicit PatchScan(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool run();
  PatchEdits take_edits() { return std::move(edits_); }

 private:
  // The next `count` bytes; null if there are fewer.
  const char* take(std::uint64_t count) {
    if (count > static_cast<std::uint64_t>(end_ - at_)) return nullptr;
    return std::exchange(at_, at_ + count);
  }
  template <class Each>
  bool each_of_list(Each each) {
    const char* count = take(8);
    if (count == nullptr) return false;
    for (std::uint64_t left = number_at(count, 8); left > 0; --left) {
      const char* tag = take(1);
      if (tag == nullptr || !each(*tag)) return false;
    }
    return true;
  }
  bool skip_slot(char tag);
  bool read_op(char tag);
  bool upsert_instance();
  bool upsert_edge();
  bool set_attachment();
  bool open_portal();
  InstanceEdit& edit_of(const char* warp);
  static void settle(InstanceEdit& edit);

  const char* at_;
  const char* end_;
  PatchEdits edits_;
  // The instance of the previous operation: operations of one instance are adjacent.
  std::map<WarpId, InstanceEdit>::iterator last_ = edits_.instances.end();
};

bool PatchScan::run() {
  const char* start = take(kBeforeLists);
  if (start == nullptr) return false;
  edits_.policy_id = policy_at(start);
  const auto skip = [this](char tag) { return skip_slot(tag); };
  const bool is_read =
      each_of_list(skip) && each_of_list(skip) && each_of_list([this](char tag) { return read_op(tag); });
  if (!is_read || at_ != end_) return false;
  for (auto& [warp, edit] : edits_.instances) settle(edit);
  return true;
}

bool PatchScan::skip_slot(char tag) {
  switch (tag) {
    case 1:
    case 2: return take(2 * kId) != nullptr;
    case 3: return take(kKey) != nullptr;
    case 4: return take(8) != nullptr;
    default: return false;
  }
}

bool PatchScan::read_op(char tag) {
  const char* body = nullptr;
  switch (tag) {
    case 1: return upsert_instance();
    case 2:
      body = take(kId);
      if (body != nullptr) edit_of(body).is_removed = true;
      return body != nullptr;
    case 3: return take(3 * kId) != nullptr;
    case 4:
      body = take(2 * kId);
      if (body != nullptr) edit_of(body).removed.push_back(id_at<NodeId>(body + kId));
      return body != nullptr;
    case 5: return upsert_edge();
    case 6: return take(3 * kId) != nullptr;
    case 7: return set_attachment();
    case 8: return open_portal();
    default: return false;
  }
}

bool PatchScan::upsert_instance() {
  const char* body = take(2 * kId + 1);
  if (body == nullptr) return false;
  edit_of(body).root = id_at<NodeId>(body + kId);
  return body[2 * kId] == 0 || take(kKey) != nullptr;
}

bool PatchScan::upsert_edge() {
  const char* body = take(5 * kId);
  if (body == nullptr) return false;
  if (id_at<TypeId>(body + 4 * kId) != child_type()) return true;
  edit_of(body).parents.push_back({id_at<NodeId>(body + 3 * kId), id_at<NodeId>(body + kId)});
  return true;
}

bool PatchScan::set_attachment() {
  const char* key = take(kKey);
  const char* is_there = take(1);
  if (key == nullptr || is_there == nullptr) return false;
  if (*is_there == 0) return true;
  const char* tag = take(1 + kId);
  if (tag == nullptr) return false;
  if (*tag != 1) return true;  // the slot descends
  const char* size = take(8);
  if (size == nullptr) return false;
  const std::uint64_t length = number_at(size, 8);
  const char* atom = take(length);
  if (atom == nullptr) return false;
  const bool is_header = key[0] == static_cast<char>(Owner::Node);
  if (is_header) edit_of(key + 2).headers.push_back({id_at<NodeId>(key + 2 + kId), {atom, length}});
  return true;
}

bool PatchScan::open_portal() {
  const char* body = take(kKey + 2 * kId + 1);
  if (body == nullptr) return false;
  edit_of(body + kKey).root = id_at<NodeId>(body + kKey + kId);
  return body[kKey + 2 * kId] == 0 || take(kId) != nullptr;
}

InstanceEdit& PatchScan::edit_of(const char* warp) {
  const auto id = id_at<WarpId>(warp);
  if (last_ == edits_.instances.end() || last_->first != id) last_ = edits_.instances.try_emplace(id).first;
  return last_->second;
}

// Sorts by node. If two items have the same node, keeps the later one.
template <class Items>
void sort_by_node(Items& items) {
  const auto less = [](const auto& a, const auto& b) { return a.node < b.node; };
  const auto same = [](const auto& a, const auto& b) { return a.node == b.node; };
  if (!std::is_sorted(items.begin(), items.end(), less)) std::stable_sort(items.begin(), items.end(), less);
  items.erase(items.begin(), std::unique(items.rbegin(), items.rend(), same).base());
}

void PatchScan::settle(InstanceEdit& edit) {
  sort_by_node(edit.headers);
  sort_by_node(edit.parents);
  std::sort(edit.removed.begin(), edit.removed.end());
}

template <class Items>
auto find_node(const Items& items, const NodeId& node) {
  const auto found = std::lower_bound(items.begin(), items.end(), node,
                                      [](const auto& item, const NodeId& wanted) { return item.node < wanted; });
  return found == items.end() || found->node != node ? nullptr : &*found;
}

}  // namespace

const std::string_view* InstanceEdit::find_header(const NodeId& node) const {
  const Header* found = find_node(headers, node);
  return found == nullptr ? nullptr : &found->bytes;
}

const NodeId* InstanceEdit::find_parent(const NodeId& node) const {
  const Edge* found = find_node(parents, node);
  return found == nullptr ? nullptr : &found->parent;
}

bool InstanceEdit::removes(const NodeId& node) const {
  return std::binary_search(removed.begin(), removed.end(), node);
}

std::optional<PatchEdits> edits_of(std::string_view patch) {
  PatchScan scan(patch);
  if (!scan.run()) return std::nullopt;
  return scan.take_edits();
}

std::optional<std::uint32_t> policy_of(std::string_view patch) {
  if (patch.size() < kBeforeLists) return std::nullopt;
  return policy_at(patch.data());
}

}  // namespace latewood::warp
