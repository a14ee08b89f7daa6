#include "store/sql/session.h"

namespace latewood::store {

std::uint64_t SqlRow::number(std::size_t column) const {
  if (column >= columns_.size()) return 0;
  const auto* number = std::get_if<std::int64_t>(&columns_[column]);
  return number == nullptr ? 0 : static_cast<std::uint64_t>(*number);
}

std::string_view SqlRow::bytes(std::size_t column) const {
  if (column >= columns_.size()) return {};
  const auto* bytes = std::get_if<std::string>(&columns_[column]);
  return bytes == nullptr ? std::string_view() : std::string_view(*bytes);
}

}  // namespace latewood::store
