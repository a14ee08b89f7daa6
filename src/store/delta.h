// Bytes told by what they have in common with a sample of their kind, and with themselves.
//
// Records of one kind have the same shape: numbers and digests change, what stands between them does not. So most of a
// record is found in the sample, in step with it, and a digest that comes twice is found by its first place
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

// Sample and record together are no longer than this.
inline constexpr std::size_t kMostInDelta = 65535;

// What a sample is known by. Whoever tells many records by one sample keeps it. Any thread may use it.
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

// Nothing if the two together are longer than `kMostInDelta`.
std::optional<std::string> delta_of(std::string_view bytes, const DeltaSample& sample);

// InvalidArgument if it is no delta, or one of another sample.
Result<std::string> apply_delta(std::string_view delta, std::string_view sample);

// How many bytes `apply_delta` gives.
Result<std::uint64_t> size_in_delta(std::string_view delta);

}  // namespace latewood::store
