// Any bytes as what a client of the server sends: the head and the body of a request, its target, the id of an event, a
// token. Nothing may crash, and it must not matter in which pieces the bytes arrive.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "server/access/token.h"
#include "server/http/event_id.h"
#include "server/http/head_check.h"
#include "server/http/host_check.h"
#include "server/http/listen_address.h"
#include "server/http/request_reader.h"

namespace {

using namespace latewood;

constexpr std::size_t kMostBody = 4096;

struct ReadBody {
  bool is_good = false;
  std::size_t taken = 0;
  std::string body;
};

// Reads a body that arrives in pieces of `step` bytes.
ReadBody read_in_pieces(std::string_view head, std::string_view rest, std::size_t step) {
  ReadBody read;
  server::RequestReader reader(kMostBody);
  if (!reader.read_head(head)) return read;
  std::string waiting;
  while (!reader.is_done() && !rest.empty()) {
    waiting.append(rest.substr(0, step));
    rest.remove_prefix(std::min(step, rest.size()));
    const auto taken = reader.read_body(waiting);
    if (!taken) return read;
    fuzz::require(*taken <= waiting.size(), "no more is taken than there is");
    waiting.erase(0, *taken);
    read.taken += *taken;
  }
  read.is_good = reader.is_done();
  if (read.is_good) read.body = reader.take_body();
  return read;
}

void check_request(std::string_view text) {
  const std::size_t end = text.find("\r\n\r\n");
  const std::string_view head = end == std::string_view::npos ? text : text.substr(0, end + 4);
  server::RequestReader reader(kMostBody);
  const auto request = reader.read_head(head);
  if (!request) return;
  fuzz::require(server::check_head(head).has_value(), "only a checked head is read");
  fuzz::require(!request->method.empty() && request->find_header("host") != nullptr, "a request has method and host");
  static_cast<void>(server::check_origin(*request));
  const std::string_view rest = text.substr(head.size());
  const ReadBody whole = read_in_pieces(head, rest, rest.size() + 1);
  const ReadBody bytes = read_in_pieces(head, rest, 1);
  fuzz::require(whole.is_good == bytes.is_good && whole.body == bytes.body, "pieces do not matter");
  fuzz::require(whole.body.size() <= kMostBody, "a body is bounded");
}

void check_target(std::string_view text) {
  const auto target = server::parse_target(text);
  if (!target) return;
  std::string path;
  for (const std::string& segment : target->segments) path += "/" + server::escaped_segment(segment);
  const auto again = server::parse_target(path);
  fuzz::require(again && again->segments == target->segments, "escaped segments are the same segments");
}

void check_event_id(std::string_view text) {
  const auto id = server::parse_event_id(text);
  if (!id) return;
  const auto again = server::parse_event_id(std::to_string(id->sequence) + "-" + id->digits);
  fuzz::require(again && again->sequence == id->sequence, "an id is read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_request(text);
  check_target(text);
  check_event_id(text);
  static_cast<void>(server::parse_listen_address(text));
  static_cast<void>(server::token_id(server::bearer_token(text)));
  return 0;
}
