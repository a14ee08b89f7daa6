#include "exchange/tree_reader.h"

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"
#include "exchange/quick_members.h"

namespace latewood::exchange {
namespace {

Error stands_twice(std::string_view key, const Place& place) {
  std::string quoted;
  append_json_string(quoted, key);
  return {Code::InvalidArgument, "key " + excerpt(quoted) + " stands twice in one object", {}, place};
}

// Sorts the attributes. Of two with the same name the second is at fault. `places` are the places of the names.
Result<void> sort_attributes(std::vector<JsonMember>& attributes, const std::vector<Place>& places) {
  // In canonical text they are already sorted.
  const auto not_less = [](const JsonMember& a, const JsonMember& b) { return a.key >= b.key; };
  if (std::adjacent_find(attributes.begin(), attributes.end(), not_less) == attributes.end()) return {};
  std::vector<std::size_t> order(attributes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return attributes[a].key < attributes[b].key; });
  std::vector<JsonMember> sorted;
  for (const std::size_t i : order) {
    if (!sorted.empty() && sorted.back().key == attributes[i].key) return stands_twice(attributes[i].key, places[i]);
    sorted.push_back(std::move(attributes[i]));
  }
  attributes = std::move(sorted);
  return {};
}

// Reads nodes with a stack of open nodes, not by recursion, because the document decides how deep they are nested.
class NodesReader {
 public:
  NodesReader(JsonCursor& cursor, const KeepContent& keep) : cursor_(cursor), contents_(keep) {
    // A node has at least about a hundred bytes of text. The limit is for histories, in which most of the text belongs
    // to other snapshots.
    constexpr std::size_t kMost = 32768;
    nodes_.list.reserve(std::min((cursor.text.size() - cursor.at) / 256, kMost));
  }

  // A refused content is reported before any error in the text after it.
  Result<NodeDocuments> read() {
    const auto read = read_all();
    LW_TRY_ASSIGN(nodes_.payloads, contents_.finish());
    LW_TRY(read);
    return std::move(nodes_);
  }

 private:
  struct Open {
    std::uint32_t node = 0;
    bool in_children = false;
    bool any = false;                    // a member or a child was read, so a comma comes before the next
    std::vector<Place> attributes = {};  // places of the names of the custom attributes, in order
  };

  NodeDocument& current() { return nodes_.list[open_.back().node]; }

  Result<void> read_all() {
    LW_TRY(open_node());
    while (!open_.empty()) LW_TRY(open_.back().in_children ? next_child() : next_member());
    return {};
  }

  Result<void> open_node();
  Result<void> close_node();
  Result<void> next_child();
  Result<void> next_member();
  Result<void> read_value(std::string_view key, const Place& place);
  Result<void> open_children();

  JsonCursor& cursor_;
  NodeDocuments nodes_;
  std::vector<Open> open_;
  QuickMembers quick_;
  ContentKeeper contents_;  // refers to the nodes, so declared after them
};

Result<void> NodesReader::open_node() {
  cursor_.skip_space();
  if (!cursor_.next_is('{')) return cursor_.unexpected("a node");
  NodeDocument& node = nodes_.list.emplace_back();
  node.parent = open_.empty() ? 0 : open_.back().node;
  node.place.offset = cursor_.at++;
  open_.push_back({static_cast<std::uint32_t>(nodes_.list.size() - 1)});
  quick_.start_node();
  return {};
}

Result<void> NodesReader::close_node() {
  NodeDocument& node = current();
  node.place.length = cursor_.at - node.place.offset;
  LW_TRY(sort_attributes(node.fields.attributes, open_.back().attributes));
  quick_.end_node(cursor_, node);
  if (node.fields.content_json) node.content = static_cast<std::uint32_t>(contents_.add(*node.fields.content_json));
  open_.pop_back();
  return {};
}

Result<void> NodesReader::next_child() {
  Open& parent = open_.back();
  if (cursor_.take_next(']')) {
    parent.in_children = false;
    parent.any = true;
    quick_.end_children();
    return {};
  }
  if (parent.any && !cursor_.take_next(',')) return cursor_.unexpected("',' or ']'");
  parent.any = true;
  return open_node();
}

Result<void> NodesReader::next_member() {
  NodeDocument& node = current();
  bool& any = open_.back().any;
  while (quick_.take(cursor_, node, !any)) any = true;
  if (cursor_.take_next('}')) return close_node();
  if (any && !cursor_.take_next(',')) return cursor_.unexpected("',' or '}'");
  any = true;
  cursor_.skip_space();
  if (!cursor_.next_is('"')) return cursor_.unexpected("a key");
  const std::size_t start = cursor_.at;
  std::optional<std::string_view> key = take_plain_json_string(cursor_);
  std::string decoded;
  if (!key) {
    LW_TRY_ASSIGN(decoded, read_json_string(cursor_));
    key = decoded;
  }
  const Place place{start, cursor_.at - start};
  if (!cursor_.take_next(':')) return cursor_.unexpected("':'");
  return read_value(*key, place);
}

Result<void> NodesReader::read_value(std::string_view key, const Place& place) {
  const std::optional<Member> member = find_member(key);
  if (!member) {
    LW_TRY_ASSIGN(JsonValue value, read_json_value(cursor_));
    current().fields.attributes.push_back({std::string(key), std::move(value)});
    open_.back().attributes.push_back(place);
    return {};
  }
  if (current().has(*member)) return stands_twice(key, place);
  quick_.note(*member, current());
  current().note(*member);
  return *member == Member::Children ? open_children() : read_member(cursor_, *member, current(), nodes_.texts);
}

Result<void> NodesReader::open_children() {
  if (!cursor_.take_next('[')) return cursor_.unexpected("an array of nodes");
  open_.back().in_children = true;
  open_.back().any = false;
  return {};
}

}  // namespace

Result<NodeDocuments> read_nodes(JsonCursor& cursor, const KeepContent& keep) {
  return NodesReader(cursor, keep).read();
}

}  // namespace latewood::exchange
