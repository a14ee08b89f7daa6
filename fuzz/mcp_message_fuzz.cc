// Any bytes as a message of a client of MCP. Each gets one line of JSON or nothing, and the server goes on.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "canon/json_reader.h"
#include "fuzz/require.h"
#include "latewood/mcp.h"

namespace latewood::fuzz {
namespace {

// A store in memory with a short history. It is shared by all inputs: the session permits reading only.
Session& session() {
  static Session kSession = [] {
    auto repository = Repository::open("memory:", {.missing = store::Missing::Create});
    require(repository.has_value(), "a store in memory opens");
    return Session(*std::move(repository), {.scope = Scope::Read, .system = SystemText::Refuse});
  }();
  return kSession;
}

void check_answer(const McpMessage& message, const std::string& answer) {
  const bool printable = std::all_of(answer.begin(), answer.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  require(printable, "an answer is one line of printable ASCII");
  const auto value = parse_json(answer, kAroundValues);
  require(value.has_value(), "an answer is JSON");
  require((value->find("result") != nullptr) != (value->find("error") != nullptr), "it has a result or an error");
  const JsonValue* id = value->find("id");
  require(message.id.empty() || id != nullptr, "it has the id of its request");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const McpServer server(fuzz::session(), {.scope = Scope::Write});
  const McpMessage message = read_mcp_message({reinterpret_cast<const char*>(data), size});
  fuzz::require(message.fault.empty() || message.method.empty(), "a message is read or refused");
  const auto answer = server.answer(message);
  fuzz::require(answer.has_value() || message.id.empty(), "every request is answered");
  if (answer) fuzz::check_answer(message, *answer);
  return 0;
}
