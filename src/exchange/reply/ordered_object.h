// A JSON object under construction, as text: its members keep the order in which they were first set.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "canon/json_field.h"

namespace latewood::exchange {

class OrderedObject {
 public:
  // `json` must be JSON text. A member that was set before gets the new value.
  void set(std::string_view key, std::string json);
  void set_text(std::string_view key, std::string_view text);
  // Each member of an object, in its order, but those that are null if there is another value already.
  void set_all(const JsonField& object);
  void erase(std::string_view key);

  // Null if it was not set.
  const std::string* find(std::string_view key) const;
  std::string json() const;

 private:
  std::vector<std::pair<std::string, std::string>> members_;
  std::map<std::string, std::size_t, std::less<>> places_;  // in `members_`, by key
};

// `[a,b]` of JSON texts.
std::string json_list(const std::vector<std::string>& items);

}  // namespace latewood::exchange
