#include "tree/edit/draft.h"

#include <array>

#include "canon/binary_writer.h"
#include "tree/node_pool.h"

namespace latewood::tree {
namespace {

constexpr std::string_view kBase32 = "abcdefghijklmnopqrstuvwxyz234567";

// Encodes five bits per character, from the front: ten bytes give sixteen characters.
std::string base32_of(const RawBytes32& bytes) {
  std::string text;
  for (std::size_t bit = 0; bit < 80; bit += 5) {
    const unsigned pair = static_cast<unsigned>(bytes[bit / 8] << 8 | bytes[bit / 8 + 1]);
    text.push_back(kBase32[pair >> (11 - bit % 8) & 31]);
  }
  return text;
}

const Node* region_node(NodePool& pool, const std::string& id, const std::string& type, std::uint64_t stamp) {
  NodeFields fields;
  fields.id = id;
  fields.type = type;
  fields.created_at_ns = static_cast<std::int64_t>(stamp);
  fields.creation_index = stamp;
  return pool.add(std::move(fields), nullptr);
}

}  // namespace

std::optional<Place> find_place(const Tree& tree, std::string_view id, const Surroundings& around) {
  const auto place = find_place(tree, id, around.turn_of);
  return place && place->region == Region::Frame ? std::nullopt : place;
}

Tree empty_tree(NodePool& pool) {
  Tree tree;
  tree.set_root(region_node(pool, "root", "^root", 0));
  tree.sys = Ring(Subtree(region_node(pool, "sys", "^sys", 1)));
  tree.set_seq(region_node(pool, "seq", "^seq", 2));
  tree.ah = Ring(Subtree(region_node(pool, "ah", "^ah", 3)));
  return tree;
}

Stamp next_stamp(Draft& draft, Clock& clock) {
  draft.last_stamp = clock.stamp_after(draft.last_stamp);
  return {draft.last_stamp, draft.next_index++};
}

std::string free_id(const std::string& base, const Surroundings& around) {
  if (!around.is_taken(base)) return base;
  for (std::uint64_t suffix = 1;; ++suffix) {
    const std::string id = base + ":" + std::to_string(suffix);
    if (!around.is_taken(id)) return id;
  }
}

std::string derived_id(const Draft& draft, std::uint64_t creation_index, const PayloadDigest& payload,
                       const Surroundings& around) {
  std::array<char, 32 + 8 + 32> bytes;
  BinaryCursor out(bytes.data());
  if (draft.parent) out.id(*draft.parent);
  out.u64(creation_index);
  out.id(payload);
  const std::string_view named(bytes.data(), static_cast<std::size_t>(out.at() - bytes.data()));
  return free_id("cb:" + base32_of(blake3_of(named).bytes), around);
}

}  // namespace latewood::tree
