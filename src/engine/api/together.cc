// Edits that take effect together or not at all.
#include <utility>

#include "base/try.h"
#include "engine/api/context_impl.h"

namespace latewood {

Result<void> Context::together(const std::function<Result<void>()>& edits) {
  // Within a group of the store, a group is part of the outer one, which is taken back as a whole.
  if (impl_->stored && impl_->stored->holds_edits()) return edits();
  engine::WorkingState& working = impl_->branch->working_state();
  engine::WorkingState::Saved before = working.save();
  engine::HeldPins::Ids held = impl_->held.save();
  const std::uint64_t cycle_before = cycle();
  if (impl_->stored) impl_->stored->hold_edits();
  Result<void> done = edits();
  if (done && impl_->stored) done = impl_->stored->write_held();
  if (done) return done;
  if (impl_->stored) impl_->stored->drop_held();
  // A commit that took effect stays, with the edits before it; what followed it is not in the store.
  const bool is_committed = cycle() != cycle_before;
  if (is_committed) return done;
  working.go_back_to(std::move(before));
  impl_->held.go_back_to(std::move(held));
  return done;
}

Result<bool> Context::is_behind() const { return impl_->stored ? impl_->stored->has_moved() : Result<bool>(false); }

}  // namespace latewood
