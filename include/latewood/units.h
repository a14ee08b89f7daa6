// Where the nodes of a rendered text stand in its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace latewood {

// Half-open, in bytes of the rendered text.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Which bytes a node is responsible for.
struct Unit {
  std::string id;
  ByteRange bytes;
  friend bool operator==(const Unit&, const Unit&) = default;
};

// The units of a text, in the order of their bytes. Texts with the same turns share the lists of these turns, so that
// making one does not cost the ids of all units; hence units come by value.
class Units {
 public:
  Units() = default;
  Units(std::vector<Unit> units);

  // Behind those there are: the units of a part of the text that begins at `begin`.
  void add(std::shared_ptr<const std::vector<Unit>> part, std::uint64_t begin);

  std::size_t size() const { return parts_.empty() ? 0 : parts_.back().end; }
  bool empty() const { return parts_.empty(); }
  // `at` must be less than the size. Costs the logarithm of the number of parts.
  Unit operator[](std::size_t at) const;
  // There must be one.
  Unit back() const { return (*this)[size() - 1]; }

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Unit;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Unit;

    Iterator() = default;
    Unit operator*() const { return units_->unit(part_, at_); }
    Iterator& operator++();
    Iterator operator++(int);
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    friend class Units;
    Iterator(const Units& units, std::size_t part) : units_(&units), part_(part) {}

    const Units* units_ = nullptr;
    std::size_t part_ = 0;
    std::size_t at_ = 0;  // in the part
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, parts_.size()}; }

  // Whatever parts they are made of.
  friend bool operator==(const Units& a, const Units& b);

 private:
  // Not empty.
  struct Part {
    std::shared_ptr<const std::vector<Unit>> units;
    std::uint64_t begin = 0;  // of its bytes in the text
    std::size_t end = 0;      // how many units there are up to here
  };
  Unit unit(std::size_t part, std::size_t at) const;

  std::vector<Part> parts_;
};

}  // namespace latewood
