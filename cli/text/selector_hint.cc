#include "cli/text/selector_hint.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>

#include "cli/terminal/printable.h"
#include "latewood/nearest_word.h"

namespace latewood::cli {
namespace {

const std::vector<std::string>& headers() {
  static const std::vector<std::string> names = {
      "id",          "nodeType",      "role",           "kind",           "ttl",        "priority",  "offset",
      "cycle",       "created_at_ns", "created_at_iso", "creation_index", "provenance", "removable", "key",
      "content_hash"};
  return names;
}

// Members of a node in a document that selectors cannot test.
const std::vector<std::string>& other_members() {
  static const std::vector<std::string> names = {"content", "parent", "parent_id", "children"};
  return names;
}

const std::vector<std::string>& pseudo_classes() {
  static const std::vector<std::string> names = {"pre", "core", "post", "depth", "first", "last", "nth"};
  return names;
}

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool can_exist(const std::string& name) {
  if (name.starts_with("data_") || name.starts_with("content_") || name.find(':') != std::string::npos) return true;
  return is_one_of(headers(), name);
}

// The name that starts at `at` and ends before one of `ends`.
std::string name_at(std::string_view selector, std::size_t at, std::string_view ends) {
  at = std::min(selector.find_first_not_of(' ', at), selector.size());
  return std::string(selector.substr(at, selector.find_first_of(ends, at) - at));
}

// Calls `visit` with every `.` or `[` outside quotes and the name after it. Skips brackets inside brackets.
void for_each_name(std::string_view selector, const std::function<void(char mark, std::string name)>& visit) {
  char quote = 0;
  bool is_in_brackets = false;
  for (std::size_t i = 0; i < selector.size(); ++i) {
    const char c = selector[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[') {
      is_in_brackets = true;
      visit(c, name_at(selector, i + 1, " =!<>]"));
    } else if (c == ']') {
      is_in_brackets = false;
    } else if (c == '.' && !is_in_brackets) {
      visit(c, name_at(selector, i + 1, " >,[]().#"));
    }
  }
}

std::optional<std::string> attribute_hint(const std::string& name) {
  if (can_exist(name) || is_one_of(other_members(), name)) return std::nullopt;
  const auto nearest = nearest_word(name, headers());
  return "no node has an attribute '" + printable(name) + "'" +
         (nearest ? "; did you mean '" + *nearest + "'?" : std::string());
}

std::optional<std::string> type_hint(const std::string& type) {
  const std::size_t colon = type.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto nearest = nearest_word(type.substr(colon + 1), pseudo_classes());
  if (!nearest || *nearest == type.substr(colon + 1)) return std::nullopt;
  return "'" + printable(type) + "' is a type; did you mean '." + printable(type.substr(0, colon)) + ":" + *nearest +
         "'?";
}

std::string member_warning(const std::string& name) {
  const std::string asked = "[" + name + "] never matches: " + name + " is not an attribute";
  if (name == "content") return asked + "; `latewood grep` searches content";
  return asked + "; write A > B for children of A, and A B for all nodes below A";
}

}  // namespace

std::vector<std::string> hints_for(std::string_view selector) {
  std::vector<std::string> hints;
  for_each_name(selector, [&hints](char mark, const std::string& name) {
    const auto hint = mark == '[' ? attribute_hint(name) : type_hint(name);
    if (hint) hints.push_back(*hint);
  });
  return hints;
}

std::vector<std::string> warnings_for(std::string_view selector) {
  std::vector<std::string> warnings;
  for_each_name(selector, [&warnings](char mark, const std::string& name) {
    if (mark == '[' && is_one_of(other_members(), name)) warnings.push_back(member_warning(name));
  });
  return warnings;
}

void note_hints(const std::vector<std::string>& hints) {
  if (hints.empty()) return;
  std::cout.flush();
  for (const std::string& hint : hints) std::cerr << "note: " << hint << '\n';
}

}  // namespace latewood::cli
