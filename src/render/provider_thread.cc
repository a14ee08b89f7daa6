#include "render/provider_thread.h"

#include "canon/json_writer.h"

namespace latewood::render {
namespace {

using tree::Node;
using tree::Subtree;

void append_member(std::string& out, std::string_view key, std::string_view text) {
  out.append("\"").append(key).append("\":");
  append_json_string(out, text);
}

void append_unit(std::string& out, const Node& node, std::string_view default_role) {
  if (out.size() > 1) out.push_back(',');
  out.push_back('{');
  append_member(out, "id", node.id());
  append_member(out.append(","), "role", node.role() == nullptr ? default_role : std::string_view(*node.role()));
  if (node.kind() != nullptr) append_member(out.append(","), "kind", *node.kind());
  out.append(",\"content\":").append(node.payload() == nullptr ? "\"\"" : node.payload()->json).append("}");
}

// A block is a unit if it says something or holds nothing; containers without content only
// show what is in them (D-07).
bool is_unit(const Subtree& subtree, Subtree::Index at) {
  const Node& node = subtree.node(at);
  return node.node_class() == tree::NodeClass::Block && (node.payload() != nullptr || !subtree.has_children(at));
}

// Calls `note(node, begin)` after each unit, with the place of its first byte.
template <class Note>
void append_units(std::string& out, const Subtree& subtree, std::string_view default_role, Note note) {
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    if (!is_unit(subtree, at)) continue;
    const std::size_t begin = out.size() > 1 ? out.size() + 1 : out.size();
    append_unit(out, subtree.node(at), default_role);
    note(subtree.node(at), begin);
  }
}

template <class Note>
std::string written(const tree::Tree& tree, Note note) {
  std::string out = "[";
  append_units(out, *tree.sys, "system", note);
  for (const tree::Ring& ring : tree.rings) append_units(out, *ring, "user", note);
  append_units(out, *tree.ah, "user", note);
  return out.append("]");
}

}  // namespace

std::string provider_thread(const tree::Tree& tree) {
  return written(tree, [](const Node&, std::size_t) {});
}

MappedThread mapped_provider_thread(const tree::Tree& tree) {
  MappedThread thread;
  thread.bytes = written(tree, [&thread](const Node& node, std::size_t begin) {
    if (!thread.units.empty()) thread.units.back().bytes.end = begin - 1;
    thread.units.push_back({std::string(node.id()), {begin, 0}});
  });
  if (!thread.units.empty()) thread.units.back().bytes.end = thread.bytes.size() - 1;
  return thread;
}

}  // namespace latewood::render
