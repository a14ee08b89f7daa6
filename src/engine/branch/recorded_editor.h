// An editor that records its calls and stamps, so that the same edits can be made again.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/record/edit_call.h"
#include "engine/record/stamp_clocks.h"
#include "tree/edit/editor.h"

namespace latewood::engine {

inline tree::Surroundings with_clock(tree::Surroundings around, Clock& clock) {
  around.clock = &clock;
  return around;
}

class RecordedEditor {
 public:
  RecordedEditor(tree::Draft draft, tree::Surroundings around, const tree::Permissions& permissions)
      : permissions_(permissions),
        clock_(*around.clock),
        editor_(std::move(draft), with_clock(std::move(around), clock_), permissions_, &calls_) {}

  tree::Editor& editor() { return editor_; }
  // The edits that succeeded, as one call. Call once, after the edits.
  EditCall take(std::optional<EventRef> event = {}) {
    return {std::move(calls_), permissions_, clock_.take(), std::move(event)};
  }

 private:
  std::vector<tree::MadeEdit> calls_;
  tree::Permissions permissions_;
  RecordingClock clock_;
  tree::Editor editor_;
};

}  // namespace latewood::engine
