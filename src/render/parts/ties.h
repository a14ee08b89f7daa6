// Dependencies of turns on later turns. Most turns have none: no marker names their blocks, and their calls have their
// results in the same turn. A tie names the later turn on which a turn depends. A wait names a node, result or item
// that would change a turn if a later turn had it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::render {

// The turn `turn` depends on a later one. Turns are counted from the oldest; the number of turns means `^ah`.
struct Tie {
  std::size_t later = 0;
  std::size_t earlier = 0;
  friend auto operator<=>(const Tie&, const Tie&) = default;
};

// The turn changes if a later turn has something with this name.
struct Wait {
  std::string name;
  std::size_t turn = 0;
};

struct Ties {
  std::vector<Tie> list;
  std::vector<Wait> waits;
  bool with_system = false;  // `^sys` depends on a turn

  void add(std::size_t a, std::size_t b) {
    if (a != b) list.push_back({a < b ? b : a, a < b ? a : b});
  }
};

// Names for waits: the result of a call, the other half of an opaque item, a node.
inline std::string result_of_call(std::string_view id) { return "call " + std::string(id); }
inline std::string half_of_item(std::string_view link) { return "item " + std::string(link); }
inline std::string node_of_id(std::string_view id) { return "node " + std::string(id); }

}  // namespace latewood::render
