// Pin handles: a pin lasts as long as its handle (R-09, REF-05).
#include "latewood/pin_handle.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/held_pins.h"
#include "engine/query/node_view.h"
#include "tree/edit/pins.h"

namespace latewood {

using engine::HeldPin;
using engine::HeldPins;

HeldPins::~HeldPins() {
  for (const auto& held : held_) {
    held->release = nullptr;
    held->find = nullptr;
  }
}

void HeldPins::drop(const std::shared_ptr<HeldPin>& held) { std::erase(held_, held); }

const HeldPin* HeldPins::find(std::string_view id, std::string_view holder) const {
  for (const auto& held : held_) {
    const bool has_it = std::find(held->ids.begin(), held->ids.end(), id) != held->ids.end();
    if (has_it && held->holder == holder) return held.get();
  }
  return nullptr;
}

void HeldPins::rename(const tree::Editor::Renamed& renamed) {
  if (renamed.empty()) return;
  for (const auto& held : held_) {
    std::vector<std::string> now;
    for (const std::string& id : held->ids) {
      const auto found = renamed.find(id);
      if (found == renamed.end()) {
        now.push_back(id);
      } else {
        now.insert(now.end(), found->second.begin(), found->second.end());
      }
    }
    held->ids = std::move(now);
  }
}

void HeldPins::settle() {
  for (const auto& held : held_) held->base = held->ids;
}

void HeldPins::reset() {
  for (const auto& held : held_) held->ids = held->base;
}

HeldPins::Ids HeldPins::save() const {
  Ids ids;
  for (const auto& held : held_) ids.push_back(held->ids);
  return ids;
}

void HeldPins::go_back_to(Ids saved) {
  const std::size_t count = std::min(saved.size(), held_.size());
  for (std::size_t i = 0; i < count; ++i) held_[i]->ids = std::move(saved[i]);
}

void Context::Impl::pin_held() {
  for (const auto& one : held.all()) {
    for (const std::string& id : one->ids) {
      ignore(edit([&](tree::Editor& editor) { return editor.pin(id, one->holder); }), "the node may have left");
    }
  }
}

namespace {

bool is_held(const tree::Pins& pins, const std::string& id, const std::string& holder) {
  return std::binary_search(pins.begin(), pins.end(), Pin{id, holder});
}

}  // namespace

Result<PinHandle> Context::hold(std::string_view id, const std::optional<std::string>& holder) {
  auto held = std::make_shared<HeldPin>();
  held->holder = holder.value_or(impl_->permissions.actor);
  held->ids = held->base = {std::string(id)};
  const HeldPin* other = impl_->held.find(id, held->holder);
  const bool is_pinned = is_held(impl_->branch->working().pins(), held->ids.front(), held->holder);
  held->is_own = other != nullptr ? other->is_own : !is_pinned;
  LW_TRY(pin(id, held->holder));
  Impl* const impl = impl_.get();
  held->release = [impl](const std::shared_ptr<HeldPin>& one) -> Result<void> {
    impl->held.drop(one);
    for (const std::string& each : one->ids) {
      const bool goes = one->is_own && impl->held.find(each, one->holder) == nullptr &&
                        is_held(impl->branch->working().pins(), each, one->holder);
      if (goes) LW_TRY(impl->edit([&](tree::Editor& editor) { return editor.unpin(each, one->holder); }));
    }
    return {};
  };
  held->find = [impl](std::string_view each) -> std::optional<NodeView> {
    const tree::Tree& tree = impl->branch->working();
    const auto place = impl->branch->find_working(each);
    if (!place || !impl->branch->check_read()) return std::nullopt;
    return engine::view_at(tree, *place, tree.cycle + 1);
  };
  impl_->held.add(held);
  return PinHandle(std::move(held));
}

PinHandle::PinHandle(std::shared_ptr<HeldPin> held) : held_(std::move(held)) {}
PinHandle::PinHandle(PinHandle&& other) noexcept : held_(std::move(other.held_)) {}

PinHandle& PinHandle::operator=(PinHandle&& other) noexcept {
  if (this == &other) return *this;
  ignore(release(), "there is nobody to tell");
  held_ = std::move(other.held_);
  return *this;
}

PinHandle::~PinHandle() { ignore(release(), "there is nobody to tell"); }

std::vector<std::string> PinHandle::ids() const { return held_ ? held_->ids : std::vector<std::string>(); }

const std::string& PinHandle::holder() const {
  static const std::string kNobody;
  return held_ ? held_->holder : kNobody;
}

std::optional<NodeView> PinHandle::node() const {
  if (!held_ || !held_->find || held_->ids.empty()) return std::nullopt;
  return held_->find(held_->ids.front());
}

Result<void> PinHandle::release() {
  const std::shared_ptr<HeldPin> held = std::move(held_);
  held_ = nullptr;
  if (!held || !held->release) return {};
  return held->release(held);
}

}  // namespace latewood
