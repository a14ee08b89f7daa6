// Any bytes as a node header. What decodes makes a node whose header is these bytes again, but for
// the two digests, which come from the content.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/require.h"
#include "tree/node_header.h"

namespace latewood::fuzz {
namespace {

constexpr std::size_t kDigestsAt = 50;
constexpr std::size_t kTextsAt = 114;

void check_header(tree::DecodedHeader header, std::string_view bytes) {
  tree::NodePool pool;
  const tree::Payload* content = header.has_content ? *pool.add_payload("1") : nullptr;
  const tree::Node* node = tree::add_node(pool, std::move(header), content);
  std::string again(tree::header_size(*node), '\0');
  BinaryCursor out(again.data());
  tree::encode_header(out, *node);
  require(again.size() == bytes.size(), "a header has one size");
  require(again.substr(0, kDigestsAt) == bytes.substr(0, kDigestsAt), "numbers come back");
  require(again.substr(kTextsAt) == bytes.substr(kTextsAt), "texts come back");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto header = tree::decode_header(bytes);
  if (header) {
    fuzz::check_header(*std::move(header), bytes);
  } else {
    fuzz::require(header.error().place.has_value(), "an error has a place");
    fuzz::require(header.error().place->offset <= size, "the place is inside");
  }
  return 0;
}
