#include "latewood/units.h"

#include <algorithm>
#include <utility>

namespace latewood {

Units::Units(std::vector<Unit> units) { add(std::make_shared<const std::vector<Unit>>(std::move(units)), 0); }

void Units::add(std::shared_ptr<const std::vector<Unit>> part, std::uint64_t begin) {
  if (part->empty()) return;
  const std::size_t end = size() + part->size();
  parts_.push_back({std::move(part), begin, end});
}

Unit Units::operator[](std::size_t at) const {
  const auto part = std::upper_bound(parts_.begin(), parts_.end(), at,
                                     [](std::size_t place, const Part& each) { return place < each.end; });
  return unit(static_cast<std::size_t>(part - parts_.begin()), at - (part->end - part->units->size()));
}

Unit Units::unit(std::size_t part, std::size_t at) const {
  const Part& in = parts_[part];
  Unit unit = (*in.units)[at];
  unit.bytes.begin += in.begin;
  unit.bytes.end += in.begin;
  return unit;
}

Units::Iterator& Units::Iterator::operator++() {
  if (++at_ == units_->parts_[part_].units->size()) {
    ++part_;
    at_ = 0;
  }
  return *this;
}

Units::Iterator Units::Iterator::operator++(int) {
  const Iterator before = *this;
  ++*this;
  return before;
}

bool operator==(const Units& a, const Units& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace latewood
