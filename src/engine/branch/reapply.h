// Edits made again on another head, or without a content.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/record/edit_call.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

// What nodes are called now that were called otherwise when the edits were made.
class Renames {
 public:
  // The same nodes by both names.
  void note(const std::vector<std::string>& before, const std::vector<std::string>& now);
  void apply(std::string& id) const;
  void apply(std::vector<std::string>& ids) const;
  // References, and what markers name.
  void apply(std::vector<JsonMember>& attributes) const;

 private:
  JsonValue renamed(const JsonValue& value) const;

  std::map<std::string, std::string> names_;
};

// Makes the call again on the working state of the branch and gives it as it was made now. Nodes keep their ids where
// they are free; cycle and stamps are issued anew by the branch's clock. Names that the call gives are noted.
Result<EditCall> reapply(const EditCall& call, Renames& renames, Branch& branch);

// Makes them in the branch's working state, which has no edits and no journal. Nodes keep the ids they
// had where those are free; where one gets another, later edits that name it mean the new one.
// Stamps and cycle are issued anew; what brought an edit about stays. If one fails, the branch is of no further use and
// the error says which edit it was.
Result<std::vector<EditCall>> reapply(const std::vector<EditCall>& calls, Branch& branch);

}  // namespace latewood::engine
