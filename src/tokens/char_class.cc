#include "tokens/char_class.h"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace latewood::tokens {
namespace {

struct Range {
  char32_t first;
  char name;
};

constexpr Range kRanges[] = {
#include "tokens/char_class_ranges.inc"
};

constexpr CharClass class_named(char name) {
  switch (name) {
    case 'U': return CharClass::Upper;
    case 'L': return CharClass::Lower;
    case 'O': return CharClass::OtherLetter;
    case 'M': return CharClass::Mark;
    case 'N': return CharClass::Number;
    case 'B': return CharClass::Newline;
    case 'S': return CharClass::Space;
    default: return CharClass::Other;
  }
}

constexpr std::size_t kPageSize = 256;
constexpr std::size_t kPages = 0x110000 / kPageSize;
using Page = std::array<CharClass, kPageSize>;

// Equal pages are stored once; most pages have one class only.
class Table {
 public:
  Table() {
    std::map<Page, std::uint16_t> known;
    std::size_t range = 0;
    Page page{};
    for (std::size_t code = 0; code < kPages * kPageSize; ++code) {
      while (range + 1 < std::size(kRanges) && kRanges[range + 1].first <= code) ++range;
      page[code % kPageSize] = class_named(kRanges[range].name);
      if (code % kPageSize != kPageSize - 1) continue;
      const auto [found, is_new] = known.emplace(page, static_cast<std::uint16_t>(pages_.size()));
      if (is_new) pages_.push_back(page);
      index_[code / kPageSize] = found->second;
    }
  }

  CharClass find(char32_t code) const {
    if (code >= kPages * kPageSize) return CharClass::Other;
    return pages_[index_[code / kPageSize]][code % kPageSize];
  }

 private:
  std::array<std::uint16_t, kPages> index_{};
  std::vector<Page> pages_;
};

}  // namespace

CharClass class_of(char32_t code) {
  static const Table kTable;
  return kTable.find(code);
}

}  // namespace latewood::tokens
