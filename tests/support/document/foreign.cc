#include "support/document/foreign.h"

#include <algorithm>
#include <optional>

#include "base/iso_time.h"

namespace latewood::test {
namespace {

constexpr std::string_view kOtherMoment = "2001-09-09T01:46:40Z";
constexpr std::string_view kNoMoment = "yesterday";

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace

bool is_wrong_iso(std::string_view iso) { return iso == kOtherMoment || iso == kNoMoment; }

std::string* ForeignDocument::Node::find(std::string_view name) {
  for (auto& [each, value] : members) {
    if (each == name) return &value;
  }
  return nullptr;
}

void ForeignDocument::Node::set(const std::string& name, const std::string& value) {
  if (std::string* known = find(name)) {
    *known = value;
  } else {
    members.emplace_back(name, value);
  }
}

void ForeignDocument::Node::erase(std::string_view name) {
  std::erase_if(members, [name](const auto& member) { return member.first == name; });
}

// The derived text, the same moment written otherwise, or something else altogether.
std::string ForeignDocument::spelled(std::int64_t moment) {
  std::string text = iso_time(moment);
  switch (random_.below(10)) {
    case 0: return text;
    case 1: return text.replace(text.size() - 1, 1, "+00:00");
    case 2: return text.replace(10, 1, " ");
    case 3: return text.replace(10, 1, "t").replace(text.size() - 1, 1, "z");
    case 4: return text.insert(text.size() - 1, "000");
    case 5: return iso_time(moment + 7200000000000).replace(text.size() - 1, 1, "+02:00");
    case 6: return text.substr(0, text.size() - 1);  // without a zone
    case 7: return moment % 1000000000 == 0 ? text.substr(0, 19) + "Z" : text;
    case 8: return std::string(kOtherMoment);
    default: return std::string(random_.chance(50) ? kNoMoment : std::string_view(text));
  }
}

// Without a number the constants of a region count, and these are not known here.
void ForeignDocument::drop_unknown_moment(Node& node) {
  const std::string* type = node.find("nodeType");
  const bool is_region = type != nullptr && type->starts_with("\"^");
  if (is_region && node.find("created_at_ns") == nullptr) node.erase("created_at_iso");
}

void ForeignDocument::add_stamps(Node& node) {
  std::int64_t moment = 0;
  if (random_.chance(60)) {
    moment = random_.chance(10) ? 1700000000000000000 : static_cast<std::int64_t>(random_.below(20)) - 2;
    node.set("created_at_ns", std::to_string(moment));
  }
  if (random_.chance(40)) node.set("created_at_iso", quoted(spelled(moment)));
  if (random_.chance(40)) node.set("creation_index", std::to_string(random_.below(12)));
  if (random_.chance(40)) node.set("cycle", std::to_string(random_.below(cycle_ + (random_.chance(5) ? 9 : 1))));
  drop_unknown_moment(node);
}

namespace {

const std::vector<std::string> kContents = {R"("text")",        R"("")", "null", "17", R"(["a",{"b":1.5}])",
                                            R"({"z":1,"a":[]})"};
const std::vector<std::string> kRoles = {R"("user")", R"("assistant")", R"("tool")", R"("system")", "null"};

}  // namespace

ForeignDocument::Node ForeignDocument::block(bool needs_offset, bool at_core) {
  Node node;
  node.set("id", fresh_id('b'));
  if (random_.chance(50)) node.set("nodeType", random_.chance(80) ? R"("cb")" : R"("custom:note")");
  add_stamps(node);
  if (needs_offset) node.set("offset", random_.chance(50) ? "-1" : std::to_string(1 + random_.below(3)));
  if (!needs_offset && !at_core && random_.chance(30)) node.set("offset", std::to_string(random_.below(5)));
  if (random_.chance(30)) node.set("ttl", random_.chance(20) ? "null" : std::to_string(random_.below(8)));
  if (random_.chance(10)) node.set("ttl", "-" + std::to_string(1 + random_.below(3)));
  if (random_.chance(30)) node.set("priority", std::to_string(random_.below(3)));
  if (random_.chance(70)) node.set("role", random_.pick(kRoles));
  if (random_.chance(40)) node.set("kind", R"("text")");
  if (random_.chance(80)) node.set("content", random_.pick(kContents));
  if (random_.chance(10)) node.set("data_x", random_.pick(kContents));
  if (random_.chance(5)) node.set("vendor:y", random_.pick(kContents));
  if (random_.chance(5)) node.set("provenance", R"("elsewhere")");
  if (random_.chance(5)) node.set("key", R"("k")");
  if (random_.chance(5)) node.set("removable", random_.chance(50) ? "true" : "false");
  if (random_.chance(15)) node.children = blocks(2, false, false);
  return node;
}

std::vector<ForeignDocument::Node> ForeignDocument::blocks(std::size_t most, bool needs_offset, bool at_core) {
  std::vector<Node> list;
  for (std::size_t left = random_.below(most + 1); left > 0; --left) list.push_back(block(needs_offset, at_core));
  return list;
}

// The main body of a message, and what else a core may say of it (R-11).
void ForeignDocument::add_body(Node& core) {
  if (random_.chance(40)) core.set("content", random_.pick(kContents));
  if (random_.chance(30)) core.set("role", random_.pick(kRoles));
  if (random_.chance(20)) core.set("kind", R"("text")");
}

// An explicit core, or blocks at offset 0 that are one (D-01); what surrounds it.
void ForeignDocument::fill_turn(Node& turn, bool needs_core) {
  if (random_.chance(60)) {
    Node core;
    core.set("id", fresh_id('c'));
    core.set("nodeType", R"("mc")");
    add_stamps(core);
    add_body(core);
    core.children = blocks(3, false, false);
    turn.children.push_back(std::move(core));
  } else {
    turn.children = blocks(2, false, true);
    if (needs_core && turn.children.empty()) turn.children.push_back(block(false, true));
  }
  for (Node& around : blocks(2, true, false)) turn.children.push_back(std::move(around));
  random_.shuffle(turn.children);
}

ForeignDocument::Node ForeignDocument::turn() {
  Node node;
  node.set("id", fresh_id('t'));
  node.set("nodeType", random_.chance(90) ? R"("mt")" : R"("mt:draft")");
  if (random_.chance(15)) node.set("ttl", std::to_string(static_cast<int>(random_.below(6)) - 1));
  add_stamps(node);
  fill_turn(node, true);
  return node;
}

ForeignDocument::Node ForeignDocument::region(const char* type) {
  Node node;
  node.set("nodeType", type);
  if (random_.chance(50)) add_stamps(node);
  if (random_.chance(15)) node.set("id", fresh_id('r'));
  if (random_.chance(15)) node.set("offset", std::to_string(static_cast<int>(random_.below(7)) - 3));
  if (random_.chance(15)) node.set("priority", std::to_string(random_.below(3)));
  if (random_.chance(15)) node.set("ttl", "null");
  if (random_.chance(10)) node.set("data_region", "1");
  return node;
}

ForeignDocument::Node ForeignDocument::first_root() {
  Node root = region(R"("^root")");
  for (const char* type : {R"("^sys")", R"("^seq")", R"("^ah")"}) {
    if (random_.chance(10)) continue;
    Node node = region(type);
    if (std::string_view(type) == R"("^sys")") node.children = blocks(3, false, false);
    if (std::string_view(type) == R"("^ah")" && random_.chance(50)) fill_turn(node, false);
    if (std::string_view(type) == R"("^seq")") {
      for (std::size_t turns = random_.below(4); turns > 0; --turns) node.children.push_back(turn());
    }
    root.children.push_back(std::move(node));
  }
  random_.shuffle(root.children);
  return root;
}

ForeignDocument::Node* ForeignDocument::find_region(Node& root, std::string_view type) {
  for (Node& node : root.children) {
    if (*node.find("nodeType") == type) return &node;
  }
  return nullptr;
}

// Stamps of some nodes change: they grow, go, come or are drawn again.
void ForeignDocument::restamp(Node& node, int percent) {
  if (random_.chance(static_cast<unsigned>(percent))) {
    for (const char* name : {"created_at_ns", "created_at_iso", "creation_index", "cycle"}) {
      if (random_.chance(40)) node.erase(name);
    }
    if (random_.chance(70)) add_stamps(node);
    // What a moment is called belongs to the moment.
    if (std::string* iso = node.find("created_at_iso")) {
      const std::string* moment = node.find("created_at_ns");
      *iso = quoted(spelled(moment == nullptr ? 0 : std::stoll(*moment)));
    }
    drop_unknown_moment(node);
  }
  for (Node& child : node.children) restamp(child, percent);
}

// Between the system region and the turns, all of whose blocks may stand in either.
void ForeignDocument::move_a_block(Node& root) {
  Node* sys = find_region(root, R"("^sys")");
  Node* seq = find_region(root, R"("^seq")");
  if (sys == nullptr || seq == nullptr || seq->children.empty()) return;
  Node& turn = seq->children[random_.below(seq->children.size())];
  for (Node& core : turn.children) {
    if (core.find("nodeType") == nullptr || *core.find("nodeType") != R"("mc")") continue;
    std::vector<Node>& from = random_.chance(50) ? sys->children : core.children;
    std::vector<Node>& to = &from == &core.children ? sys->children : core.children;
    if (from.empty()) return;
    to.push_back(std::move(from.back()));
    from.pop_back();
    return;
  }
}

void ForeignDocument::evolve(Node& root) {
  if (random_.chance(60)) restamp(root, random_.chance(50) ? 20 : 90);
  if (random_.chance(40)) move_a_block(root);
  Node* sys = find_region(root, R"("^sys")");
  Node* seq = find_region(root, R"("^seq")");
  // One more block before the turns moves every position behind it.
  if (sys != nullptr && random_.chance(40)) sys->children.insert(sys->children.begin(), block(false, false));
  if (seq != nullptr && random_.chance(60)) seq->children.push_back(turn());
  if (seq != nullptr && seq->children.size() > 1 && random_.chance(20)) seq->children.erase(seq->children.begin());
  if (seq != nullptr && random_.chance(20)) random_.shuffle(seq->children);
  if (random_.chance(10)) random_.shuffle(root.children);
  if (sys == nullptr && random_.chance(50)) root.children.push_back(region(R"("^sys")"));
}

std::string ForeignDocument::text_of(const Node& node) {
  std::vector<std::string> members;
  for (const auto& [name, value] : node.members) members.push_back(quoted(name) + ":" + value);
  if (!node.children.empty() || random_.chance(20)) {
    std::string list;
    for (const Node& child : node.children) list += (list.empty() ? "" : ",") + text_of(child);
    members.push_back("\"children\":[" + list + "]");
  }
  random_.shuffle(members);
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "{" : ",") + member;
  return text.empty() ? "{}" : text + "}";
}

std::string ForeignDocument::snapshot(const Node& root) {
  std::string text = R"({"root":)" + text_of(root);
  if (random_.chance(90)) text += R"(,"cycle":)" + std::to_string(cycle_);
  if (random_.chance(80)) text += R"(,"spec_version":"PACT/0.1.0")";
  if (random_.chance(10)) text += R"(,"pins":["b1","t2"])";
  if (random_.chance(10)) text += R"(,"made_by":"elsewhere")";
  return text + "}";
}

std::string ForeignDocument::text(std::size_t most_snapshots) {
  cycle_ = random_.below(3);
  Node root = first_root();
  if (random_.chance(20)) return snapshot(root);
  std::string list = snapshot(root);
  for (std::size_t left = random_.below(most_snapshots); left > 0; --left) {
    // Far enough for a snapshot that names no cycle, which follows the one before it.
    cycle_ += 2 + random_.below(2);
    evolve(root);
    list += "," + snapshot(root);
  }
  return R"({"snapshots":[)" + list + "]}";
}

}  // namespace latewood::test
