// Delta encoding of a record against a sample record, and against its own earlier bytes.
//
// Records of one kind have the same shape: numbers and digests change, the bytes between them do not. So most of a
// record can be copied from the same place of the sample, and a digest that occurs twice from its first occurrence
// (docs/decisions/0005-deltas.md).
//
// docs/format/store.md, section 3, has the grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::store {

// The most bytes that a sample and a record may have together.
inline constexpr std::size_t kMostInDelta = 65535;

// A sample, prepared for search. Reuse it for many records. Any thread may use it.
class DeltaSample {
 public:
  explicit DeltaSample(std::string_view bytes);
  ~DeltaSample();
  DeltaSample(DeltaSample&&) noexcept;
  DeltaSample& operator=(DeltaSample&&) noexcept;

  std::string_view bytes() const { return bytes_; }

 private:
  friend std::optional<std::string> delta_of(std::string_view bytes, const DeltaSample& sample);

  struct Places;
  std::string bytes_;
  std::unique_ptr<Places> places_;
};

// Returns nullopt if the two together are longer than `kMostInDelta`.
std::optional<std::string> delta_of(std::string_view bytes, const DeltaSample& sample);

// InvalidArgument if the bytes are not a delta, or belong to another sample.
Result<std::string> apply_delta(std::string_view delta, std::string_view sample);

// The number of bytes that `apply_delta` returns.
Result<std::uint64_t> size_in_delta(std::string_view delta);

}  // namespace latewood::store
