// Any bytes as a bundle, as they are and with their checksums put right, so that what lies behind
// the checksums is reached. What is imported comes back, and work goes on.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "canon/binary_reader.h"
#include "exchange/bundle_records.h"
#include "fuzz/require.h"
#include "latewood/bundle.h"

namespace latewood::fuzz {
namespace {

constexpr std::size_t kStartBytes = kBundleMagicBytes + 2;
constexpr std::size_t kHeadBytes = 9;
constexpr std::size_t kChecksumBytes = 8;

ByteSink into(std::string& bytes) {
  return [&bytes](std::string_view piece) {
    bytes.append(piece);
    return Result<void>();
  };
}

Result<Context> import(std::string_view bytes) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  return import_bundle(
      [&bytes]() -> Result<std::string_view> {
        const std::string_view piece = bytes.substr(0, std::min<std::size_t>(bytes.size(), 100));
        bytes.remove_prefix(piece.size());
        return piece;
      },
      std::move(options));
}

void check_bundle(std::string_view bytes) {
  auto context = import(bytes);
  if (!context) {
    const Error& error = context.error();
    require(error.place.has_value(), "an error has a place");
    require(error.place->offset <= bytes.size(), "the place is inside");
    return;
  }
  std::string again;
  const ByteSink sink = into(again);
  require(export_bundle(*context, sink).has_value(), "a history can be bundled");
  const auto same = import(again);
  require(same.has_value(), "a bundle can be imported");
  require(export_history(*same).value() == export_history(*context).value(), "a bundle comes back");
  const auto committed = context->commit();
  require(committed || committed.error().rule == "E_STAMPS_EXHAUSTED", "work goes on");
}

// The same records with the checksums they should have.
std::string repaired(std::string_view bytes) {
  std::string result;
  const ByteSink sink = into(result);
  exchange::RecordWriter writer(sink);
  ignore(writer.start(), "a string takes every piece");
  if (bytes.size() < kStartBytes) return result;
  bytes.remove_prefix(kStartBytes);
  while (bytes.size() >= kHeadBytes + kChecksumBytes) {
    BinaryReader in(bytes);
    const auto kind = static_cast<exchange::RecordKind>(*in.u8());
    const std::uint64_t length = std::min<std::uint64_t>(*in.u64(), bytes.size() - kHeadBytes - kChecksumBytes);
    ignore(writer.write(kind, bytes.substr(kHeadBytes, length)), "a string takes every piece");
    bytes.remove_prefix(kHeadBytes + length + kChecksumBytes);
  }
  return result;
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood::fuzz;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_bundle(bytes);
  check_bundle(repaired(bytes));
  return 0;
}
