// Ids and names of calls in a form that a vendor accepts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/thread.h"

namespace latewood::render {

// Assigns ids to calls. Each id is accepted by the dialect and unique in the scope: the call's own id if possible,
// otherwise without the forbidden characters, shortened, and numbered.
class CallIds {
 public:
  // `before`: turns before the first call, which must outlive this; null: none.
  explicit CallIds(const Dialect& dialect, const SettledPart* before = nullptr) : dialect_(dialect), before_(before) {}

  void start_message();
  std::string id_for(const std::string& id);

  // Reserves these ids unchanged; false, without any effect, if one of them is taken.
  bool take_all(const std::vector<std::string>& ids);
  // Reserves the id of an item that is not a call. Items and calls have separate ids.
  bool take_item(const std::string& id) { return take(name_of_item(id)); }
  static std::string name_of_item(const std::string& id) { return "item " + id; }

 private:
  bool is_used_before(const std::string& id) const { return before_ != nullptr && before_->has_used(id); }
  bool take(const std::string& id) { return !is_used_before(id) && used_.insert(id).second; }

  const Dialect& dialect_;
  const SettledPart* before_;
  std::set<std::string> used_;
  std::map<std::string, std::size_t> next_;  // taken ids, each with the last number tried
};

// Whether the name has only letters, digits, `_` and `-`, and is not longer than the dialect accepts.
bool is_tool_name(std::string_view name, const Dialect& dialect);
std::string tool_name_for(const std::string& name, const Dialect& dialect);

}  // namespace latewood::render
