// Repeats edits on another head, or after a payload was purged.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/record/edit_call.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

class Branch;

// The new ids of nodes that got another id when their edits were repeated.
class Renames {
 public:
  // `now[i]` is the new id of the node that was `before[i]`.
  void note(const std::vector<std::string>& before, const std::vector<std::string>& now);
  void apply(std::string& id) const;
  void apply(std::vector<std::string>& ids) const;
  // Replaces the ids in references and markers.
  void apply(std::vector<JsonMember>& attributes) const;

 private:
  JsonValue renamed(const JsonValue& value) const;

  std::map<std::string, std::string> names_;
};

// Repeats the call on the working state of the branch, without its journal, and returns the new call. A node keeps its
// id if the id is free; otherwise its new id is added to `renames`. Cycle and stamps are new; the cause stays.
Result<EditCall> reapply(const EditCall& call, Renames& renames, Branch& branch);

// Repeats all calls, in order, on a working state without edits; later calls use the new ids of earlier ones. If one
// fails, the error names its number, and the branch must not be used any more.
Result<std::vector<EditCall>> reapply(const std::vector<EditCall>& calls, Branch& branch);

}  // namespace latewood::engine
