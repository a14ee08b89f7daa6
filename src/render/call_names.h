// Ids and names of calls as a vendor takes them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/thread.h"

namespace latewood::render {

// Gives each call an id that the dialect accepts and that no earlier call of the scope has:
// the own one if possible, otherwise without forbidden characters, shortened, and numbered.
class CallIds {
 public:
  // `before`: turns before the first call, which must outlive this; null: none.
  explicit CallIds(const Dialect& dialect, const SettledPart* before = nullptr) : dialect_(dialect), before_(before) {}

  void start_message();
  std::string id_for(const std::string& id);

  // Takes these as they are; false, and nothing happened, if one of them is taken.
  bool take_all(const std::vector<std::string>& ids);
  // The same for the id of an item that is no call; it differs from those of calls.
  bool take_item(const std::string& id) { return take(name_of_item(id)); }
  static std::string name_of_item(const std::string& id) { return "item " + id; }

 private:
  bool is_used_before(const std::string& id) const { return before_ != nullptr && before_->has_used(id); }
  bool take(const std::string& id) { return !is_used_before(id) && used_.insert(id).second; }

  const Dialect& dialect_;
  const SettledPart* before_;
  std::set<std::string> used_;
  std::map<std::string, std::size_t> next_;  // by an id that was taken, the last number tried with it
};

// Letters, digits, `_` and `-`, and no more of them than the dialect takes.
bool is_tool_name(std::string_view name, const Dialect& dialect);
std::string tool_name_for(const std::string& name, const Dialect& dialect);

}  // namespace latewood::render
