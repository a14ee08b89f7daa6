// Any bytes as a stored value. The first byte says of which kind; what decodes is encoded again
// and must give the bytes it came from, and what unpacks has the size that was announced.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/record_values.h"

namespace latewood::fuzz {
namespace {

using namespace store;

void read_commit(std::string_view bytes) {
  StoredCommit commit;
  if (!decode_commit(bytes, commit)) return;
  NewCommit again;
  again.header = commit.header;
  again.note = commit.note;
  if (commit.has_receipt) again.receipt = "";
  if (commit.has_admission) again.admission = "";
  const std::string written = encode_commit(again);
  // Unknown flags are ignored; all else comes back.
  require(written.substr(0, written.size() - 1) == bytes.substr(0, bytes.size() - 1), "a commit comes back");
}

void read_payload(std::string_view bytes) {
  const auto payload = decode_payload(bytes);
  if (payload) require(encode_payload(*payload) == bytes, "a payload comes back");
}

void read_packed(std::string_view bytes) {
  const auto size = unpacked_size(bytes);
  // A frame may announce more than a test has memory for.
  if (!size || *size > (1U << 24)) return;
  const auto unpacked = unpack(bytes, "a dictionary");
  if (unpacked) require(unpacked->size() == *size, "the size is the one announced");
  static_cast<void>(dictionary_of(bytes));
}

// The first two bytes divide the rest into a sample and a record.
void tell_delta(std::string_view bytes) {
  if (bytes.size() < 2) return;
  const auto cut =
      (static_cast<unsigned char>(bytes[0]) * 256U + static_cast<unsigned char>(bytes[1])) % (bytes.size() - 1);
  const std::string_view sample = bytes.substr(2, cut);
  const std::string_view record = bytes.substr(2 + sample.size());
  const auto delta = delta_of(record, DeltaSample(sample));
  require(delta.has_value() == (sample.size() + record.size() <= kMostInDelta), "a delta has its bounds");
  if (!delta) return;
  const auto told = apply_delta(*delta, sample);
  require(told && *told == record, "a delta gives its record");
}

void read_names(std::string_view bytes) {
  const auto head = decode_head(bytes);
  if (head) require(encode_head(*head) == bytes, "a head comes back");
  const auto cycle = decode_cycle(bytes);
  if (cycle) require(encode_cycle(*cycle) == bytes, "a cycle comes back");
  const auto value = unsealed("fuzz", {std::uint64_t{1}}, bytes);
  if (value) require(sealed("fuzz", {std::uint64_t{1}}, std::string(*value)) == bytes, "a sealed value comes back");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood::fuzz;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0: read_commit(bytes); break;
    case 1: read_payload(bytes); break;
    case 2: read_packed(bytes); break;
    case 3: read_names(bytes); break;
    default: tell_delta(bytes); break;
  }
  return 0;
}
