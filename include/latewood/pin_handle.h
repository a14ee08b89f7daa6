// A handle that keeps a node from expiry and pruning as long as it lives.
//
//   const PinHandle passage = context.hold("cb:passage", "reader").value();
//   context.commit().value();  // keeps the node, whatever its ttl
//   if (const auto node = passage.node()) std::cout << node->id << '\n';
//   // The end of the scope unpins it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood {

namespace engine {
struct HeldPin;
}  // namespace engine

// Made by `Context::hold`.
//
// Ownership: a handle owns one pin and can be moved, not copied. Handles of one holder on one node count: the last one
// unpins. A pin that the holder had before stays. A handle may outlive its context; then the pin stays in the state and
// the handle has no effect. Threads: used on the thread that edits the context.
class PinHandle {
 public:
  PinHandle(PinHandle&& other) noexcept;
  PinHandle& operator=(PinHandle&& other) noexcept;
  ~PinHandle();  // calls `release` and drops its error

  // The ids of the node now: a move gives it another one, and a moved turn has those of its blocks.
  std::vector<std::string> ids() const;
  const std::string& holder() const;

  // The node in the working state; nullopt after it was deleted, after `release`, and without a context.
  std::optional<NodeView> node() const;

  // Unpins now. This is an edit like any other and can fail like one.
  Result<void> release();

 private:
  friend class Context;
  explicit PinHandle(std::shared_ptr<engine::HeldPin> held);
  std::shared_ptr<engine::HeldPin> held_;  // null: released, or moved from
};

}  // namespace latewood
