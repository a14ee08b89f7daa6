#include "exchange/reply/partial_arguments.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "canon/json_writer.h"

namespace latewood::exchange {
namespace {

// Deeper arguments than a model writes, and far less than what takes the stack.
constexpr std::size_t kMostSteps = 100;

struct Step {
  std::string key;  // a name, or the digits of an index
  bool is_index = false;
};

// `name`, up to the next step.
Step take_name(std::string_view& path) {
  const std::size_t end = std::min(path.find_first_of(".["), path.size());
  Step step{std::string(path.substr(0, end))};
  path.remove_prefix(end);
  return step;
}

// `'name'` or `"name"`, with escapes, behind an opening bracket; nothing if it does not end.
std::optional<Step> take_quoted(std::string_view& path) {
  const char quote = path.front();
  Step step;
  for (std::size_t at = 1; at < path.size(); ++at) {
    if (path[at] == quote) {
      path.remove_prefix(at + 1);
      return step;
    }
    if (path[at] == '\\') ++at;
    if (at < path.size()) step.key.push_back(path[at]);
  }
  return std::nullopt;
}

// The key between brackets; nullopt if it is neither a name in quotes nor an index.
std::optional<Step> take_bracket(std::string_view& path) {
  std::optional<Step> step;
  if (path.starts_with('\'') || path.starts_with('"')) {
    step = take_quoted(path);
  } else {
    const std::size_t end = std::min(path.find(']'), path.size());
    const bool is_index = end > 0 && path.find_first_not_of("0123456789") == end;
    if (is_index) step = Step{std::string(path.substr(0, end)), true};
    path.remove_prefix(end);
  }
  if (!step || !path.starts_with(']')) return std::nullopt;
  path.remove_prefix(1);
  return step;
}

// The steps of `$.a['b'][0]`; nothing if it is no such path.
std::optional<std::vector<Step>> steps_of(std::string_view path) {
  if (!path.starts_with('$')) return std::nullopt;
  path.remove_prefix(1);
  std::vector<Step> steps;
  while (!path.empty()) {
    const char mark = path.front();
    path.remove_prefix(1);
    if (mark == '.') {
      steps.push_back(take_name(path));
      if (steps.back().key.empty()) return std::nullopt;
    } else {
      auto step = mark == '[' ? take_bracket(path) : std::nullopt;
      if (!step) return std::nullopt;
      steps.push_back(*std::move(step));
    }
    if (steps.size() > kMostSteps) return std::nullopt;
  }
  return steps;
}

}  // namespace

// The member or item, made if it is the next one.
Result<PartialArguments::Node*> PartialArguments::step_into(const JsonField& path, Node& node, const std::string& key,
                                                            bool is_index) {
  const bool is_scalar = node.is_text || !node.scalar.empty();
  if (is_scalar || (!node.members.empty() && node.is_array != is_index)) {
    return path.error("there is another value on the way");
  }
  node.is_array = is_index;
  if (is_index) {
    std::size_t index = node.members.size() + 1;
    std::from_chars(key.data(), key.data() + key.size(), index);
    if (index > node.members.size()) return path.error("the items before it are missing");
    if (index == node.members.size()) node.members.emplace_back();
    return &node.members[index].second;
  }
  const auto [place, is_new] = node.places.emplace(key, node.members.size());
  if (is_new) node.members.emplace_back(key, Node());
  return &node.members[place->second].second;
}

Result<PartialArguments::Node*> PartialArguments::node_at(const JsonField& path) {
  LW_TRY_ASSIGN(const std::string_view text, path.text());
  const auto steps = steps_of(text);
  if (!steps || steps->empty() || steps->front().is_index) return path.error("the path of a member expected");
  Node* node = &root_;
  for (const Step& step : *steps) {
    LW_TRY_ASSIGN(node, step_into(path, *node, step.key, step.is_index));
  }
  return node;
}

Result<void> PartialArguments::add(const JsonField& fragment) {
  LW_TRY_ASSIGN(const JsonField path, fragment.member("jsonPath"));
  LW_TRY_ASSIGN(Node* const node, node_at(path));
  if (!node->members.empty()) return path.error("there are members below");
  if (const auto text = fragment.find("stringValue")) {
    LW_TRY_ASSIGN(const std::string_view words, text->text());
    node->is_text = true;
    node->text.append(words);
    return {};
  }
  node->is_text = false;
  node->scalar = "null";
  if (const auto number = fragment.find("numberValue")) node->scalar = number->json_in_order();
  if (const auto truth = fragment.find("boolValue")) node->scalar = truth->json_in_order();
  return {};
}

std::string PartialArguments::json_of(const Node& node) {
  std::string out;
  if (node.is_text) {
    append_json_string(out, node.text);
    return out;
  }
  if (!node.scalar.empty()) return node.scalar;
  for (const auto& [key, member] : node.members) {
    if (!out.empty()) out.push_back(',');
    if (!node.is_array) {
      append_json_string(out, key);
      out.push_back(':');
    }
    out.append(json_of(member));
  }
  return node.is_array ? "[" + out + "]" : "{" + out + "}";
}

}  // namespace latewood::exchange
