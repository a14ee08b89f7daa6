// A reference to a node that keeps it from expiry and pruning as long as it lives.
//
//   auto passage = context.hold("cb:passage", "reader");
//   ...                                          // commits keep it, whatever its ttl
//   if (const auto node = passage->node()) use(*node);
//                                                // lets go at the end of the scope
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

// Made by `Context::hold`. Handles of the same holder on the same node count: the last one lets go. A pin that
// the holder had before stays. Used on the thread that edits the context; a context that goes first leaves the pin in
// its state, and the handle without effect.
class PinHandle {
 public:
  PinHandle(PinHandle&& other) noexcept;
  PinHandle& operator=(PinHandle&& other) noexcept;
  ~PinHandle();  // as `release`; what that would report is lost

  // The ids that the node has now: a move gives it another one, and of a turn leaves its blocks.
  std::vector<std::string> ids() const;
  const std::string& holder() const;

  // The node as it is in the working state; nothing after it was deleted, after `release`, or when the
  // context is gone.
  std::optional<NodeView> node() const;

  // Lets go now. The unpinning is an edit like any other, which a store may refuse.
  Result<void> release();

 private:
  friend class Context;
  explicit PinHandle(std::shared_ptr<engine::HeldPin> held);
  std::shared_ptr<engine::HeldPin> held_;  // null: it was released or moved from
};

}  // namespace latewood
