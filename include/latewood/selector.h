// A question to a context: which snapshots, and which nodes of each. docs/selectors.md describes the language.
//
//   const Result<Selector> selector = Selector::parse(".cb[role='user']:last");
//   if (!selector) std::cerr << "byte " << selector.error().place->offset << ": " << selector.error().message << '\n';
//   const std::vector<std::string> ids = context.latest().value().select(selector.value()).value();
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "latewood/result.h"

namespace latewood {

namespace selector {
struct SelectorData;
}

// A selector, parsed once for any number of snapshots and contexts. Immutable; copies share its data and are cheap;
// usable from any number of threads.
class Selector {
 public:
  // Parses a text. E_SELECTOR_INVALID, E_SNAPSHOT_RANGE_KIND_MISMATCH or E_SNAPSHOT_RANGE_WILDCARD with the part of the
  // text that is wrong in `Error::place`; of several faults the leftmost.
  static Result<Selector> parse(std::string_view text);

  // The text given to `parse`; valid as long as a copy of the selector.
  const std::string& text() const;

  // One spelling for all texts that ask the same. Selectors with the same canonical form match the same nodes.
  std::string canonical() const;

  // Whether it starts with a snapshot reference: `@t0`, `@c3`, `@*` or a range.
  bool has_snapshot() const;
  // Whether that is a range, so that the answer is what changed and not ids.
  bool is_range() const;
  // Whether that is `@*`.
  bool is_every_snapshot() const;

  const selector::SelectorData& data() const { return *data_; }  // for the library's own folders

 private:
  explicit Selector(std::shared_ptr<const selector::SelectorData> data) : data_(std::move(data)) {}

  std::shared_ptr<const selector::SelectorData> data_;
};

}  // namespace latewood
