// The sum of deltas of OpenAI Chat Completions: texts are joined, items of lists are told apart by their `index`, and
// anything else is what was said last.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::exchange {

class DeltaSum {
 public:
  // `key` is that of the member whose value this is: names and ids come whole, and some vendors repeat them.
  void add(std::string_view key, const JsonValue& delta);

  bool is_empty() const { return !is_text_ && !is_list_ && members_.empty() && !value_; }
  // The member of an object with that name; null if there is none.
  const DeltaSum* find(std::string_view key) const;
  JsonValue value() const;

 private:
  void add_text(std::string_view key, const std::string& text);
  void add_item(const JsonValue& item);

  std::optional<JsonValue> value_;
  bool is_text_ = false;
  std::string text_;
  std::map<std::string, DeltaSum, std::less<>> members_;
  bool is_list_ = false;
  std::map<std::uint64_t, DeltaSum> by_index_;
  std::vector<JsonValue> items_;  // elements of the list without an index
};

}  // namespace latewood::exchange
