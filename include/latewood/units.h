// Where nodes are in the bytes of a rendered text.
//
//   const Rendered rendered = context.latest().value().render("openai").value();
//   for (const Unit& unit : rendered.units) {
//     const std::uint64_t size = unit.bytes.end - unit.bytes.begin;
//     std::cout << unit.id << ": " << rendered.bytes.substr(unit.bytes.begin, size) << '\n';
//   }
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

// The bytes that belong to one node.
struct Unit {
  std::string id;
  ByteRange bytes;
  friend bool operator==(const Unit&, const Unit&) = default;
};

// The units of a text in the order of their bytes. Texts with the same turns share the lists of these turns, so a copy
// costs the number of parts and not the ids of all units; units are returned by value for that reason. Iterators are
// valid as long as the object is neither changed nor destroyed. Reading from several threads is safe.
class Units {
 public:
  Units() = default;
  Units(std::vector<Unit> units);

  // Appends the units of a part of the text that begins at `begin`.
  void add(std::shared_ptr<const std::vector<Unit>> part, std::uint64_t begin);

  std::size_t size() const { return parts_.empty() ? 0 : parts_.back().end; }
  bool empty() const { return parts_.empty(); }
  // Unit number `at`, which must be less than the size. Costs the logarithm of the number of parts.
  Unit operator[](std::size_t at) const;
  // The last one; the list must not be empty.
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

  // Equal if the units are, whatever their parts are.
  friend bool operator==(const Units& a, const Units& b);

 private:
  // Not empty.
  struct Part {
    std::shared_ptr<const std::vector<Unit>> units;
    std::uint64_t begin = 0;  // start of its bytes in the text
    std::size_t end = 0;      // number of units up to the end of this part
  };
  Unit unit(std::size_t part, std::size_t at) const;

  std::vector<Part> parts_;
};

}  // namespace latewood
