// How turns depend on turns after them. A turn whose blocks nobody names and whose calls are answered in it says the
// same whatever follows; for the others this tells which later turn has a say, or what a later turn could bring that
// would have one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::render {

// What a turn says depends on a later one. Turns are counted from the oldest; as many as there are: `^ah`.
struct Tie {
  std::size_t later = 0;
  std::size_t earlier = 0;
  friend auto operator<=>(const Tie&, const Tie&) = default;
};

// What a turn says changes if something of that name comes.
struct Wait {
  std::string name;
  std::size_t turn = 0;
};

struct Ties {
  std::vector<Tie> list;
  std::vector<Wait> waits;
  bool with_system = false;  // something in a turn has a say in what `^sys` says

  void add(std::size_t a, std::size_t b) {
    if (a != b) list.push_back({a < b ? b : a, a < b ? a : b});
  }
};

// Names of what can come: the result of a call, the other half of an opaque item, a node.
inline std::string result_of_call(std::string_view id) { return "call " + std::string(id); }
inline std::string half_of_item(std::string_view link) { return "item " + std::string(link); }
inline std::string node_of_id(std::string_view id) { return "node " + std::string(id); }

}  // namespace latewood::render
