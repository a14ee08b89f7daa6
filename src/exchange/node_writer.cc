#include "exchange/node_writer.h"

#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "base/try.h"
#include "canon/json_writer.h"
#include "tree/shown_ttl.h"

namespace latewood::exchange {
namespace {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;

class NodeWriter {
 public:
  NodeWriter(ChunkedOutput& output, std::uint64_t cycle, NodeForm form)
      : output_(output), out_(output.buffer()), cycle_(cycle), form_(form) {}

  // Write a node up to its first child, and from its last child on. The buffer is passed on only between nodes, so that
  // each part can see the bytes before it.
  void open(const Node& node, bool has_children);
  void close(const Node& node, bool has_children);

  // Writes the whole subtree as the next child of the open node.
  Result<void> write(const Subtree& subtree);

 private:
  using Attributes = std::span<const JsonMember>;

  void comma() {
    if (out_.back() != '{') out_.push_back(',');
  }
  void name(std::string_view member) {
    comma();
    out_.push_back('"');
    out_.append(member).append("\":");
  }
  void text(std::string_view member, std::string_view value) {
    name(member);
    append_json_string(out_, value);
  }
  void flag(std::string_view member, bool value) {
    name(member);
    out_.append(value ? "true" : "false");
  }
  template <class Integer>
  void number(std::string_view member, Integer value) {
    name(member);
    std::array<char, 24> digits;
    out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }

  Attributes attributes_of(const Node& node) const;
  // Custom attributes are sorted among the other members: writes those before `member`.
  void attributes_before(std::string_view member, Attributes& attributes);
  void attribute(const JsonMember& attribute);
  void content_and_stamps(const Node& node, Attributes& attributes);
  void names(const Node& node, Attributes& attributes);
  void place_and_life(const Node& node, Attributes& attributes);

  ChunkedOutput& output_;
  std::string& out_;
  const std::uint64_t cycle_;
  const NodeForm form_;
};

bool shows_children(const Node& node, bool has_children) {
  return has_children || node.node_class() != NodeClass::Block;
}

NodeWriter::Attributes NodeWriter::attributes_of(const Node& node) const {
  if (form_ == NodeForm::Reference || node.extra() == nullptr) return {};
  return node.extra()->attributes;
}

void NodeWriter::attribute(const JsonMember& attribute) {
  comma();
  append_json_string(out_, attribute.key);
  out_.push_back(':');
  append_canonical_json(out_, attribute.value);
}

void NodeWriter::attributes_before(std::string_view member, Attributes& attributes) {
  for (; !attributes.empty() && attributes.front().key < member; attributes = attributes.subspan(1)) {
    attribute(attributes.front());
  }
}

void NodeWriter::open(const Node& node, bool has_children) {
  out_.push_back('{');
  Attributes attributes = attributes_of(node);
  attributes_before("children", attributes);
  if (!shows_children(node, has_children)) return;
  name("children");
  out_.push_back('[');
}

// Writes the members in order of their names, as canonical JSON requires.
void NodeWriter::close(const Node& node, bool has_children) {
  if (shows_children(node, has_children)) out_.push_back(']');
  Attributes attributes = attributes_of(node);
  while (!attributes.empty() && attributes.front().key < "children") attributes = attributes.subspan(1);
  content_and_stamps(node, attributes);
  names(node, attributes);
  place_and_life(node, attributes);
  for (const JsonMember& last : attributes) attribute(last);
  out_.push_back('}');
}

void NodeWriter::content_and_stamps(const Node& node, Attributes& attributes) {
  attributes_before("content", attributes);
  const bool is_purged = node.payload() != nullptr && node.payload()->is_purged();
  if (node.payload() != nullptr && !is_purged) {
    name("content");
    out_.append(node.payload()->json());
  }
  attributes_before("content_hash", attributes);
  if (is_purged && form_ == NodeForm::Export) text("content_hash", node.content_hash().hex());
  attributes_before("created_at_iso", attributes);
  text("created_at_iso", node.created_at_iso());
  attributes_before("created_at_ns", attributes);
  number("created_at_ns", node.created_at_ns());
  attributes_before("creation_index", attributes);
  if (form_ == NodeForm::Export) number("creation_index", node.creation_index());
  attributes_before("cycle", attributes);
  number("cycle", node.cycle());
}

void NodeWriter::names(const Node& node, Attributes& attributes) {
  attributes_before("id", attributes);
  text("id", node.id());
  attributes_before("key", attributes);
  if (form_ == NodeForm::Export && node.extra() != nullptr && node.extra()->key) text("key", *node.extra()->key);
  attributes_before("kind", attributes);
  if (node.kind() != nullptr) text("kind", *node.kind());
  attributes_before("nodeType", attributes);
  text("nodeType", node.type());
}

void NodeWriter::place_and_life(const Node& node, Attributes& attributes) {
  attributes_before("offset", attributes);
  number("offset", node.offset());
  const bool exports = form_ == NodeForm::Export;
  const bool tells_purged = exports && node.payload() != nullptr && node.payload()->is_purged();
  attributes_before("payload_digest", attributes);
  if (tells_purged) text("payload_digest", node.payload()->digest().hex());
  attributes_before("priority", attributes);
  number("priority", node.priority());
  attributes_before("provenance", attributes);
  if (exports && node.provenance() != nullptr) text("provenance", *node.provenance());
  attributes_before("purged", attributes);
  if (tells_purged) flag("purged", true);
  attributes_before("removable", attributes);
  if (exports && node.extra() != nullptr && node.extra()->removable) flag("removable", *node.extra()->removable);
  attributes_before("role", attributes);
  if (node.role() != nullptr) text("role", *node.role());
  attributes_before("ttl", attributes);
  if (const auto left = tree::shown_ttl(node, {cycle_, cycle_})) {
    number("ttl", *left);
  } else {
    name("ttl");
    out_.append("null");
  }
}

Result<void> NodeWriter::write(const Subtree& subtree) {
  const auto entries = subtree.entries();
  std::vector<Subtree::Index> open_nodes;
  const auto close_until = [&](Subtree::Index at) {
    while (!open_nodes.empty() && entries[open_nodes.back()].end <= at) {
      close(subtree.node(open_nodes.back()), subtree.has_children(open_nodes.back()));
      open_nodes.pop_back();
    }
  };
  for (Subtree::Index at = 0; at < entries.size(); ++at) {
    close_until(at);
    if (at > 0 && at != subtree.first_child(entries[at].parent)) out_.push_back(',');
    LW_TRY(output_.pass_on());
    open(subtree.node(at), subtree.has_children(at));
    open_nodes.push_back(at);
  }
  close_until(static_cast<Subtree::Index>(entries.size()));
  return output_.pass_on();
}

}  // namespace

Result<void> write_tree(ChunkedOutput& output, const tree::Tree& tree, NodeForm form) {
  NodeWriter writer(output, tree.cycle, form);
  std::string& out = output.buffer();
  writer.open(*tree.root(), true);
  LW_TRY(writer.write(*tree.sys));
  out.push_back(',');
  writer.open(*tree.seq(), true);
  for (std::size_t at = 0; at < tree.rings.size(); ++at) {
    if (at > 0) out.push_back(',');
    LW_TRY(writer.write(*tree.rings[at]));
  }
  writer.close(*tree.seq(), true);
  out.push_back(',');
  LW_TRY(writer.write(*tree.ah));
  writer.close(*tree.root(), true);
  return output.pass_on();
}

}  // namespace latewood::exchange
