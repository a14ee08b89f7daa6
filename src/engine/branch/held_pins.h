// What the handles of a context hold on to.
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

// What one handle holds. The functions are the context's, and empty when that is gone.
struct HeldPin {
  std::string holder;
  std::vector<std::string> ids;   // of the node now; of a turn that moved, those of its blocks
  std::vector<std::string> base;  // at the last commit, or when it was made
  bool is_own = true;             // nobody but handles pins it for this holder
  std::function<Result<void>(const std::shared_ptr<HeldPin>& held)> let_go;
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

  // The handle that pins this for this holder already; null if none does.
  const HeldPin* find(std::string_view id, std::string_view holder) const;

  // After a move.
  void rename(const tree::Editor::Renamed& renamed);
  // After a commit, and after everything since was forgotten.
  void settle();
  void go_back();

  // The ids of every handle, for a group of edits that may have to be taken back.
  using Ids = std::vector<std::vector<std::string>>;
  Ids save() const;
  void go_back_to(Ids saved);

 private:
  std::vector<std::shared_ptr<HeldPin>> held_;
};

}  // namespace latewood::engine
