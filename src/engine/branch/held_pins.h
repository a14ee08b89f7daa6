// The pins that pin handles of a context hold (PinHandle).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"
#include "tree/edit/editor.h"

namespace latewood::engine {

// The pins of one handle. The context sets both functions and empties them when it is destroyed.
struct HeldPin {
  std::string holder;
  std::vector<std::string> ids;   // the pinned node; after its turn was moved, the blocks of the turn
  std::vector<std::string> base;  // `ids` at the last commit, or when the handle was made
  bool is_own = true;             // the pin was made by a handle; false: the holder had pinned the node before
  std::function<Result<void>(const std::shared_ptr<HeldPin>& held)> release;
  std::function<std::optional<NodeView>(std::string_view id)> find;
};

class HeldPins {
 public:
  HeldPins() = default;
  HeldPins(const HeldPins&) = delete;
  HeldPins& operator=(const HeldPins&) = delete;
  ~HeldPins();

  void add(const std::shared_ptr<HeldPin>& held) { held_.push_back(held); }
  void drop(const std::shared_ptr<HeldPin>& held);
  const std::vector<std::shared_ptr<HeldPin>>& all() const { return held_; }

  // The handle that pins `id` for `holder`; null if there is none.
  const HeldPin* find(std::string_view id, std::string_view holder) const;

  // Call after a move: `renamed` maps old ids to new ones.
  void rename(const tree::Editor::Renamed& renamed);
  // Call after a commit: the ids become the base.
  void settle();
  // Call after a reset of the working state: the ids become those of the base.
  void reset();

  // The ids of every handle, for a group of edits that may have to be taken back.
  using Ids = std::vector<std::vector<std::string>>;
  Ids save() const;
  void go_back_to(Ids saved);

 private:
  std::vector<std::shared_ptr<HeldPin>> held_;
};

}  // namespace latewood::engine
