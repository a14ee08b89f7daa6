// Any reads over any bytes. The first byte is the number of steps, the steps
// follow, and the rest is what they read. Whatever was read is written again and
// must give the bytes it came from.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "fuzz/require.h"

namespace latewood::fuzz {
namespace {

// The low three bits of a step are the kind of value to read, the high five bits its size.
Result<void> read_and_write(unsigned step, BinaryReader& reader, BinaryWriter& writer) {
  const unsigned amount = step >> 3;
  switch (step & 7) {
    case 0: {
      LW_TRY_ASSIGN(const std::uint8_t value, reader.u8());
      writer.u8(value);
      return {};
    }
    case 1: {
      LW_TRY_ASSIGN(const std::uint16_t value, reader.u16());
      writer.u16(value);
      return {};
    }
    case 2: {
      LW_TRY_ASSIGN(const std::uint32_t value, reader.u32());
      writer.u32(value);
      return {};
    }
    case 3: {
      LW_TRY_ASSIGN(const std::uint64_t value, reader.u64());
      writer.u64(value);
      return {};
    }
    case 4: {
      LW_TRY_ASSIGN(const std::string_view bytes, reader.raw(amount));
      writer.raw(bytes);
      return {};
    }
    case 5: {
      LW_TRY_ASSIGN(const std::string_view bytes, reader.sized());
      writer.sized(bytes);
      return {};
    }
    case 6: {
      LW_TRY_ASSIGN(const Blake3Digest id, reader.id<Blake3Digest>());
      writer.id(id);
      return {};
    }
    default: {
      LW_TRY_ASSIGN(const std::uint64_t count, reader.count(amount + 1));
      require(count * (amount + 1) <= reader.left(), "a count fits into what is left");
      writer.u64(count);
      return {};
    }
  }
}

void run(std::string_view steps, std::string_view bytes) {
  BinaryReader reader(bytes);
  BinaryWriter writer;
  for (const char step : steps) {
    const auto done = read_and_write(static_cast<unsigned char>(step), reader, writer);
    require(reader.offset() + reader.left() == bytes.size(), "nothing is lost between read and left");
    if (!done) return require_blames_input(done.error(), bytes.size());
    require(writer.view() == bytes.substr(0, reader.offset()), "what was read is written as the same bytes");
  }
  const auto end = reader.expect_end();
  require(end.has_value() == (reader.left() == 0), "the end is where nothing is left");
  if (!end) require_blames_input(end.error(), bytes.size());
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t steps = std::min<std::size_t>(data[0], input.size());
  latewood::fuzz::run(input.substr(0, steps), input.substr(steps));
  return 0;
}
