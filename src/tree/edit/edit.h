// One mutation as a value: the arguments of the call, so that it can be stored and repeated.
#pragma once

#include <string>
#include <vector>

#include "latewood/edit.h"
#include "latewood/result.h"

namespace latewood::tree {

class Editor;

// Each is a call of the editor with the same name (editor.h).
using latewood::DeleteEdit;
using latewood::DetachEdit;
using Edit = latewood::EditRequest;
using latewood::InsertEdit;
using latewood::InsertUnderEdit;
using latewood::MoveEdit;
using latewood::PinEdit;
using latewood::ReparentEdit;
using latewood::ReplaceEdit;
using latewood::UnpinEdit;

// An edit that was made, and the ids it returned.
struct MadeEdit {
  Edit edit;
  std::vector<std::string> ids;
  friend bool operator==(const MadeEdit&, const MadeEdit&) = default;
};

// Makes the edit. Returns the ids that the editor's call returns.
Result<std::vector<std::string>> apply(const Edit& edit, Editor& editor);

}  // namespace latewood::tree
