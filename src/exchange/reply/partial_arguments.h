// Arguments that Gemini streams as single values: {"jsonPath":"$.place.name","stringValue":"Ber","willContinue":true}.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "canon/json_field.h"
#include "latewood/result.h"

namespace latewood::exchange {

class PartialArguments {
 public:
  // One entry of `partialArgs`. A text is added to what its path has; any other value takes its place.
  Result<void> add(const JsonField& fragment);

  // An object, its members in the order in which they were first named.
  std::string json() const { return json_of(root_); }

 private:
  struct Node {
    std::string scalar = {};  // JSON; of a text, an array and an object empty
    std::string text = {};
    bool is_text = false;
    bool is_array = false;
    std::vector<std::pair<std::string, Node>> members = {};       // elements of an array have no keys
    std::map<std::string, std::size_t, std::less<>> places = {};  // places of members of an object, by key
  };

  static Result<Node*> step_into(const JsonField& path, Node& node, const std::string& key, bool is_index);
  Result<Node*> node_at(const JsonField& path);
  static std::string json_of(const Node& node);

  Node root_;
};

}  // namespace latewood::exchange
