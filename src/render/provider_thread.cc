#include "render/provider_thread.h"

#include <memory>
#include <utility>

#include "canon/json_writer.h"
#include "render/cache/piece_cache.h"
#include "render/cache/runs.h"
#include "render/learn_turn.h"
#include "render/parts/block.h"

namespace latewood::render {
namespace {

using tree::Node;
using tree::Subtree;

// The name of the canonical thread in the cache.
constexpr std::string_view kName = "thread";

void append_text_member(std::string& out, std::string_view key, std::string_view text) {
  out.append("\"").append(key).append("\":");
  append_json_string(out, text);
}

void append_unit(std::string& out, const Node& node, std::string_view default_role) {
  out.push_back('{');
  append_text_member(out, "id", node.id());
  append_text_member(out.append(","), "role", node.role() == nullptr ? default_role : std::string_view(*node.role()));
  if (node.kind() != nullptr) append_text_member(out.append(","), "kind", *node.kind());
  out.append(",\"content\":").append(node.payload() == nullptr ? "\"\"" : node.payload()->json()).append("}");
}

// Whether the entry is a unit: a block with content or without children (D-07). A container without content is not a
// unit. The content of a core is the main body of its message.
bool is_unit(const Subtree& subtree, Subtree::Index at) {
  const Node& node = subtree.node(at);
  if (node.node_class() == tree::NodeClass::Core) return has_core_content(node);
  return node.node_class() == tree::NodeClass::Block && (node.payload() != nullptr || !subtree.has_children(at));
}

// Calls `note(node, begin)` after each unit, with the place of its first byte.
template <class Note>
void append_units(std::string& out, const Subtree& subtree, std::string_view default_role, Note note) {
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    if (!is_unit(subtree, at)) continue;
    append_comma(out);
    const std::size_t begin = out.size();
    append_unit(out, subtree.node(at), default_role);
    note(subtree.node(at), begin);
  }
}

// An upper bound of the bytes of a subtree's units, unless ids need escapes.
std::size_t expected_size(const Subtree& subtree) {
  constexpr std::size_t kAround = 80;  // names of members, brackets, role and kind
  std::size_t size = 0;
  for (const Subtree::Entry& entry : subtree.entries()) {
    const bool is_silent = entry.node->node_class() != tree::NodeClass::Block && entry.node->payload() == nullptr;
    if (is_silent) continue;
    size += entry.node->id().size() + kAround;
    if (entry.node->payload() != nullptr) size += entry.node->payload()->json().size();
  }
  return size;
}

// The text of the thread, without units. For a render without a cache.
std::string written(const tree::Tree& tree) {
  const auto note = [](const Node&, std::size_t) {};
  std::size_t size = expected_size(*tree.sys) + expected_size(*tree.ah);
  for (const tree::Ring& ring : tree.rings) size += expected_size(*ring);
  std::string out;
  out.reserve(size);
  out.push_back('[');
  append_units(out, *tree.sys, "system", note);
  for (const tree::Ring& ring : tree.rings) append_units(out, *ring, "user", note);
  append_units(out, *tree.ah, "user", note);
  return out.append("]");
}

std::shared_ptr<const KnownTurn> learn(const tree::Ring& ring) {
  return std::make_shared<const KnownTurn>(learn_canonical_turn(ring));
}

PieceCache::Turns learn_turns(const tree::Tree& tree, PieceCache* cache) {
  PieceCache::Turns turns = cache == nullptr ? PieceCache::Turns(tree.rings.size()) : cache->find(kName, tree.rings);
  std::size_t learned = 0;
  for (std::size_t ring = 0; ring < turns.size(); ++ring) {
    if (turns[ring] != nullptr) continue;
    turns[ring] = learn(tree.rings[ring]);
    ++learned;
  }
  if (cache != nullptr) cache->keep(kName, turns, learned);
  return turns;
}

void add_opening(Outline& outline, const tree::Tree& tree) {
  Piece opening;
  opening.bytes = "[";
  append_canonical_units(opening, *tree.sys, "system");
  outline.add(std::move(opening));
}

// Extends the outline with the strips of the latest thread while the turns are the same. Returns false if there are
// none.
bool continue_leading(Outline& outline, const tree::Tree& tree, PieceCache& cache) {
  constexpr std::size_t kFewTurns = 8;  // up to this number, rendering again is cheaper than a search
  const auto leading = cache.leading();
  if (leading == nullptr || leading->sys != tree.sys) return false;
  const std::size_t same = first_difference(leading->rings, tree.rings);
  if (same == 0 && !tree.rings.empty()) return false;
  const std::size_t others = tree.rings.size() - same;
  outline.strips = leading->strips.take(same + 1);
  const PieceCache::Turns known = others > kFewTurns ? cache.find(kName, tree.rings, same) : PieceCache::Turns(others);
  for (std::size_t at = 0; at < others; ++at) {
    const auto turn = known[at] != nullptr ? known[at] : learn(tree.rings[same + at]);
    outline.add({turn, &turn->piece}, turn->ring);
  }
  if (others > 0) cache.lead({tree.sys, tree.rings, outline.strips});
  return true;
}

}  // namespace

void append_canonical_units(Piece& piece, const Subtree& subtree, std::string_view default_role) {
  // Pieces that do not grow are adjacent in memory and are read in that order.
  piece.bytes.reserve(piece.bytes.size() + expected_size(subtree));
  append_units(piece.bytes, subtree, default_role,
               [&piece](const Node& node, std::size_t begin) { piece.add_unit(node.id(), begin); });
}

Outline outline_thread(const tree::Tree& tree, PieceCache* cache) {
  Outline outline;
  outline.spell = spell_turn;
  outline.closing = "]";
  if (cache == nullptr || !continue_leading(outline, tree, *cache)) {
    add_opening(outline, tree);
    for (const auto& turn : learn_turns(tree, cache)) outline.add({turn, &turn->piece}, turn->ring);
    if (cache != nullptr) cache->lead({tree.sys, tree.rings, outline.strips});
  }
  Piece head;
  append_canonical_units(head, *tree.ah, "user");
  outline.add(std::move(head));
  return outline;
}

std::string first_provider_thread(const tree::Tree& tree) {
  std::string out = "[";
  const auto add = [&out](const Subtree& subtree, std::string_view default_role) {
    for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
      if (!is_unit(subtree, at) || subtree.node(at).node_class() == tree::NodeClass::Core) continue;
      append_comma(out);
      append_unit(out, subtree.node(at), default_role);
    }
  };
  add(*tree.sys, "system");
  for (const tree::Ring& ring : tree.rings) add(*ring, "user");
  add(*tree.ah, "user");
  return out.append("]");
}

std::string provider_thread(const tree::Tree& tree, PieceCache* cache) {
  if (cache == nullptr) return written(tree);
  return joined_by_runs(outline_thread(tree, cache), kName, *cache, UnitsOfText::Dropped).bytes;
}

MappedThread mapped_provider_thread(const tree::Tree& tree, PieceCache* cache) {
  Piece whole = joined(outline_thread(tree, cache));
  return {std::move(whole.bytes), std::move(whole.units)};
}

}  // namespace latewood::render
