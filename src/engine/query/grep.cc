#include "latewood/grep.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "text/pattern.h"
#include "warp/mapping/tree_change.h"

namespace latewood {
namespace {

using history::SnapshotData;
using tree::Node;
using tree::Subtree;

// The most steps of one expression: some seconds of work.
constexpr std::uint64_t kMostWork = 2'000'000'000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// The name of a member as a part of a JSON pointer.
std::string escaped(std::string_view name) {
  std::string part = "/";
  for (const char c : name) {
    if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += c;
    }
  }
  return part;
}

class Search {
 public:
  explicit Search(const text::Pattern& pattern) : pattern_(pattern) {}

  // The place of the nodes that `look_at` searches.
  struct Where {
    std::optional<std::uint64_t> cycle;
    const char* region = "";
    const Node* turn = nullptr;
    std::optional<std::uint64_t> depth = {};
  };

  Result<void> look_at(const Subtree& subtree, const Where& where) {
    for (const Subtree::Entry& entry : subtree.entries()) LW_TRY(look_at(*entry.node, where));
    return {};
  }

  std::vector<GrepHit> take() { return std::move(hits_); }

 private:
  Result<void> look_at(const Node& node, const Where& where) {
    const tree::Payload* payload = node.payload();
    if (payload == nullptr || payload->is_purged()) return {};
    if (!seen_.emplace(std::string(node.id()), payload->digest()).second) return {};
    auto content = parse_json(payload->json());
    if (!content) return std::move(content).error();
    GrepHit hit;
    hit.id = node.id();
    if (node.role() != nullptr) hit.role = *node.role();
    if (node.kind() != nullptr) hit.kind = *node.kind();
    hit.cycle = where.cycle;
    hit.region = where.region;
    if (where.turn != nullptr) hit.turn = std::string(where.turn->id());
    hit.depth = where.depth;
    return look_in(*content, hit);
  }

  // Recursive: the JSON reader limits the depth of content.
  Result<void> look_in(const JsonValue& value, GrepHit& hit) {
    if (const std::string* text = value.as_string()) return look_in(*text, hit);
    const std::size_t above = hit.pointer.size();
    if (const JsonValue::Array* array = value.as_array()) {
      for (std::size_t i = 0; i < array->size(); ++i) {
        hit.pointer += "/" + std::to_string(i);
        LW_TRY(look_in((*array)[i], hit));
        hit.pointer.resize(above);
      }
    }
    if (const JsonValue::Object* object = value.as_object()) {
      for (const JsonMember& member : *object) {
        hit.pointer += escaped(member.key);
        LW_TRY(look_in(member.value, hit));
        hit.pointer.resize(above);
      }
    }
    return {};
  }

  Result<void> look_in(const std::string& text, GrepHit& hit) {
    hit.line = 0;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line = std::string_view(text).substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++hit.line;
      const auto match = pattern_.find(line, work_);
      if (work_ > kMostWork) return too_much();
      if (match) add(line, *match, hit);
      begin = end + 1;
    }
    return {};
  }

  void add(std::string_view line, const text::PatternMatch& match, GrepHit hit) {
    hit.text = line;
    hit.begin = match.begin;
    hit.end = match.end;
    hit.column = 1;
    for (const char c : line.substr(0, match.begin)) hit.column += continues_character(c) ? 0 : 1;
    hits_.push_back(std::move(hit));
  }

  static Error too_much() {
    return broken(kPatternLimit, "the expression takes more than " + std::to_string(kMostWork) +
                                     " steps here: search fewer moments, or use a simpler expression");
  }

  const text::Pattern& pattern_;
  std::set<std::pair<std::string, tree::PayloadDigest>> seen_;
  std::uint64_t work_ = 0;
  std::vector<GrepHit> hits_;
};

Search::Where in_turn(const tree::Tree& tree, std::size_t ring, std::optional<std::uint64_t> cycle) {
  return {cycle, "seq", &tree.rings[ring]->container(), tree.rings.size() - ring};
}

Result<void> look_at_all(const tree::Tree& tree, std::optional<std::uint64_t> cycle, Search& search) {
  LW_TRY(search.look_at(*tree.sys, {cycle, "sys"}));
  for (std::size_t ring = 0; ring < tree.rings.size(); ++ring) {
    LW_TRY(search.look_at(*tree.rings[ring], in_turn(tree, ring, cycle)));
  }
  return search.look_at(*tree.ah, {cycle, "ah"});
}

Result<void> look_at_changes(const tree::Tree& older, const tree::Tree& tree, Search& search) {
  if (tree.sys != older.sys) LW_TRY(search.look_at(*tree.sys, {tree.cycle, "sys"}));
  for (const warp::ChangedRing& change : warp::changed_rings(older, tree)) {
    if (!change.newer) continue;
    LW_TRY(search.look_at(*tree.rings[*change.newer], in_turn(tree, *change.newer, tree.cycle)));
  }
  if (tree.ah == older.ah) return {};
  return search.look_at(*tree.ah, {tree.cycle, "ah"});
}

}  // namespace

Result<GrepPattern> GrepPattern::parse(std::string_view text, const GrepOptions& options) {
  LW_TRY_ASSIGN(text::Pattern parsed, text::Pattern::parse(text, {options.regex, options.ignore_case}));
  GrepPattern pattern;
  pattern.data_ = std::make_shared<const text::Pattern>(std::move(parsed));
  return pattern;
}

Result<std::vector<GrepHit>> grep(const Context& context, const GrepPattern& pattern, std::uint64_t first,
                                  std::uint64_t last) {
  LW_TRY_ASSIGN(const Snapshot oldest, context.at(first));
  LW_TRY_ASSIGN(const Snapshot newest, context.at(last));
  Search search(pattern.data());
  const engine::Branch& branch = engine::Access::branch(context);
  LW_TRY(look_at_all(engine::Access::data(oldest).tree, first, search));
  LW_TRY(branch.check_read());
  const tree::Tree* older = &engine::Access::data(oldest).tree;
  // Cycles may have gaps: imported histories skip some, and snapshots may have been collected.
  for (std::uint64_t cycle = first + 1; cycle <= last && cycle > first; ++cycle) {
    const auto snapshot = context.at(cycle);
    if (!snapshot && snapshot.error().rule == kSnapshotNotFound) continue;
    LW_TRY(snapshot);
    const tree::Tree& tree = engine::Access::data(*snapshot).tree;
    LW_TRY(look_at_changes(*older, tree, search));
    LW_TRY(branch.check_read());
    older = &tree;
  }
  return search.take();
}

Result<std::vector<GrepHit>> grep_working(const Context& context, const GrepPattern& pattern) {
  const engine::Branch& branch = engine::Access::branch(context);
  Search search(pattern.data());
  LW_TRY(look_at_all(branch.working(), std::nullopt, search));
  LW_TRY(branch.check_read());
  return search.take();
}

}  // namespace latewood
