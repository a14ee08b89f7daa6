// Bundles as strings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "latewood/bundle.h"

namespace latewood::test {

inline std::string bundle_of(const Context& context) {
  std::string bytes;
  const auto written = export_bundle(context, [&bytes](std::string_view piece) {
    bytes.append(piece);
    return Result<void>();
  });
  return written ? bytes : std::string();
}

inline ContextOptions logical_context() {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  return options;
}

// Hands the bytes out in pieces of that size.
inline Result<Context> import_bytes(std::string_view bytes, std::size_t piece = 1000,
                                    ContextOptions options = logical_context()) {
  return import_bundle(
      [&bytes, piece]() -> Result<std::string_view> {
        const std::string_view next = bytes.substr(0, std::min(piece, bytes.size()));
        bytes.remove_prefix(next.size());
        return next;
      },
      std::move(options));
}

}  // namespace latewood::test
