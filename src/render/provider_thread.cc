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
void append_units(std::string& out, const Subtree& subtree, std::string_view default_role) {
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    const Node& node = subtree.node(at);
    if (node.node_class() != tree::NodeClass::Block) continue;
    if (node.payload() != nullptr || !subtree.has_children(at)) append_unit(out, node, default_role);
  }
}

}  // namespace

std::string provider_thread(const tree::Tree& tree) {
  std::string out = "[";
  append_units(out, *tree.sys, "system");
  for (const tree::Ring& ring : tree.rings) append_units(out, *ring, "user");
  append_units(out, *tree.ah, "user");
  return out.append("]");
}

}  // namespace latewood::render
