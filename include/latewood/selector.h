// A question about a context: which snapshots, and which nodes of each. The language is
// described in docs/selectors.md.
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

// A selector made ready once, to be asked of any number of snapshots and contexts. Cheap to
// copy, and usable from any number of threads.
class Selector {
 public:
  // An error has a rule (E_SELECTOR_INVALID, E_SNAPSHOT_RANGE_KIND_MISMATCH,
  // E_SNAPSHOT_RANGE_WILDCARD) and, in `Error::place`, the stretch of `text` that is wrong. It is
  // about the leftmost fault.
  static Result<Selector> parse(std::string_view text);

  // As it was given to `parse`.
  const std::string& text() const;

  // One spelling for all ways to write this question. Selectors with the same one mean the same
  // nodes everywhere.
  std::string canonical() const;

  // Whether it starts with a snapshot reference: `@t0`, `@c3`, `@*` or a range.
  bool has_snapshot() const;
  // Whether that is a range, so that the answer is what changed rather than ids.
  bool is_range() const;
  // Whether that is `@*`.
  bool is_every_snapshot() const;

  // For the library itself.
  const selector::SelectorData& data() const { return *data_; }

 private:
  explicit Selector(std::shared_ptr<const selector::SelectorData> data) : data_(std::move(data)) {}

  std::shared_ptr<const selector::SelectorData> data_;
};

}  // namespace latewood
