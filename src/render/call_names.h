// Ids and names of calls as a vendor takes them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "render/thread.h"

namespace latewood::render {

// Gives each call an id that the dialect accepts and that no earlier call of the scope has:
// the own one if possible, otherwise without forbidden characters, shortened, and numbered.
class CallIds {
 public:
  explicit CallIds(const Dialect& dialect) : dialect_(dialect) {}

  void start_message();
  std::string id_for(const std::string& id);

  // Takes these as they are; false, and nothing happened, if one of them is taken.
  bool take_all(const std::vector<std::string>& ids);
  // Those taken in this scope.
  std::vector<std::string> used() const { return {used_.begin(), used_.end()}; }

 private:
  const Dialect& dialect_;
  std::set<std::string> used_;
};

// Letters, digits, `_` and `-`, and no more of them than the dialect takes.
bool is_tool_name(std::string_view name, const Dialect& dialect);
std::string tool_name_for(const std::string& name, const Dialect& dialect);

}  // namespace latewood::render
