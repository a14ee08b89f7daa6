// Any bytes as the chunks of a stream, one a line: as JSON lines, as a JSON array and as server-sent events they are
// the same reply, or refused all three.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/reply_claims.h"
#include "latewood/json_text.h"

namespace latewood::fuzz {
namespace {

// The lines that are JSON objects.
std::vector<std::string> chunks_in(std::string_view text) {
  std::vector<std::string> chunks;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const auto value = parse_json_text(line);
    if (value && value->as_object() != nullptr && line.find('\r') == line.npos) chunks.emplace_back(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return chunks;
}

bool is_same(const Result<VendorReply>& a, const Result<VendorReply>& b) {
  if (!a || !b) return !a && !b;
  return a->blocks == b->blocks && a->usage == b->usage && a->is_complete == b->is_complete && a->error == b->error;
}

void check_stream(std::string_view text) {
  const std::vector<std::string> chunks = chunks_in(text);
  if (chunks.size() < 2) return;
  std::string lines;
  std::string list;
  std::string events;
  for (const std::string& chunk : chunks) {
    lines.append(chunk).append("\n");
    list.append(list.empty() ? "[" : ",").append(chunk);
    events.append("data: ").append(chunk).append("\n\n");
  }
  const auto reply = read_vendor_reply(lines);
  require(is_same(reply, read_vendor_reply(list + "]")), "a list is the same reply as lines");
  require(is_same(reply, read_vendor_reply(events)), "events are the same reply as lines");
  if (reply) check_outcome(*reply);
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  latewood::fuzz::check_reply(text, {});
  latewood::fuzz::check_stream(text);
  return 0;
}
