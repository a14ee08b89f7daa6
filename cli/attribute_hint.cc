#include "attribute_hint.h"

#include <algorithm>
#include <iostream>

#include "nearest_word.h"
#include "printable.h"

namespace latewood::cli {
namespace {

const std::vector<std::string>& headers() {
  static const std::vector<std::string> names = {
      "id",           "nodeType",      "role",           "kind",           "ttl",        "priority",  "offset",
      "cycle",        "created_at_ns", "created_at_iso", "creation_index", "provenance", "removable", "key",
      "content_hash", "content",       "parent",         "parent_id",      "children"};
  return names;
}

bool can_exist(const std::string& name) {
  if (name.starts_with("data_") || name.starts_with("content_") || name.find(':') != std::string::npos) return true;
  return std::find(headers().begin(), headers().end(), name) != headers().end();
}

// The name that starts at `at`, behind a bracket.
std::string name_at(std::string_view selector, std::size_t at) {
  at = std::min(selector.find_first_not_of(' ', at), selector.size());
  return std::string(selector.substr(at, selector.find_first_of(" =!<>]", at) - at));
}

}  // namespace

std::vector<std::string> unknown_attributes(std::string_view selector) {
  std::vector<std::string> unknown;
  char quote = 0;
  for (std::size_t i = 0; i < selector.size(); ++i) {
    const char c = selector[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[') {
      std::string name = name_at(selector, i + 1);
      if (!can_exist(name)) unknown.push_back(std::move(name));
    }
  }
  return unknown;
}

void note_unknown_attributes(std::string_view selector) {
  for (const std::string& name : unknown_attributes(selector)) {
    const auto nearest = nearest_word(name, headers());
    std::cout.flush();
    std::cerr << "note: no node has an attribute '" << printable(name) << "'"
              << (nearest ? "; did you mean '" + *nearest + "'?" : std::string()) << '\n';
  }
}

}  // namespace latewood::cli
