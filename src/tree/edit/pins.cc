#include "tree/edit/pins.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

struct ById {
  bool operator()(const Pin& pin, std::string_view id) const { return pin.id < id; }
  bool operator()(std::string_view id, const Pin& pin) const { return id < pin.id; }
};

}  // namespace

std::span<const Pin> pins_of(const Pins& pins, std::string_view id) {
  const auto [first, last] = std::equal_range(pins.begin(), pins.end(), id, ById());
  return {first, last};
}

std::vector<std::string> pinned_ids(const Pins& pins) {
  std::vector<std::string> ids;
  for (const Pin& pin : pins) {
    if (ids.empty() || ids.back() != pin.id) ids.push_back(pin.id);
  }
  return ids;
}

std::vector<std::string> holders_in(std::span<const Pin> pins) {
  std::vector<std::string> holders;
  for (const Pin& pin : pins) holders.push_back(pin.holder);
  return holders;
}

Result<void> check_holder(std::string_view holder) {
  LW_TRY(check_text(holder));
  if (holder.size() > kLongestId) {
    return broken(kOptionInvalid, "a holder of " + std::to_string(holder.size()) + " bytes is too long");
  }
  if (holder.find('\0') == std::string_view::npos) return {};
  return broken(kOptionInvalid, "the holder of a pin cannot have a NUL character in its name");
}

std::string pin_text(const Pin& pin) {
  if (pin.holder.empty()) return pin.id;
  std::string text = pin.id;
  text.push_back('\0');
  return text.append(pin.holder);
}

std::size_t pin_text_size(const Pin& pin) { return pin.id.size() + (pin.holder.empty() ? 0 : 1 + pin.holder.size()); }

Result<Pin> read_pin(std::string_view text) {
  const std::size_t end = text.find('\0');
  const std::string_view id = text.substr(0, end);
  LW_TRY(check_text(id));
  LW_TRY(check_id(id));
  if (end == std::string_view::npos) return Pin{std::string(id)};
  const std::string_view holder = text.substr(end + 1);
  if (holder.empty()) return Error{Code::InvalidArgument, "a pin with a NUL and no holder", {}, {}};
  LW_TRY(check_holder(holder));
  return Pin{std::string(id), std::string(holder)};
}

Result<void> add_read_pin(Pins& pins, std::string_view text) {
  LW_TRY_ASSIGN(Pin pin, read_pin(text));
  if (!pins.empty() && pin <= pins.back()) return Error{Code::InvalidArgument, "pins out of order", {}, {}};
  pins.push_back(std::move(pin));
  return {};
}

}  // namespace latewood::tree
