// Tool calls and their results: two blocks, one unit. When a budget asks for room they go
// together, so that no result is ever left without its call.
#include "example.h"

using namespace latewood;

namespace {

Component call(const std::string& id, const std::string& name, const std::string& arguments) {
  return {.role = "assistant",
          .kind = "call",
          .content = make_object({{"id", id}, {"name", name}, {"arguments", arguments}})};
}

Component result(const std::string& call_id, const std::string& text) {
  return {.role = "tool", .kind = "result", .content = text, .attributes = {{"lw:call_id", call_id}}};
}

}  // namespace

int main() {
  Context context = open_context();
  must(context.insert(text_block("user", "What is the weather in Oslo?")));
  must(context.commit());
  must(context.insert(call("call_1", "weather", R"({"city":"Oslo"})")));
  must(context.insert(result("call_1", "Snow, minus four degrees.")));
  must(context.commit());
  must(context.insert(text_block("assistant", "It is snowing, at minus four.")));
  must(context.commit());

  // Above 120 bytes of content prune down to 100, the least important first; equal
  // priorities go by age.
  PrunePolicy policy;
  policy.bytes = Budget{120, 100};
  must(context.set_policy(policy));
  must(context.insert(text_block("user", "Thank you! And in Bergen?")));
  const CommitReport report = must(context.commit());
  std::cout << report.bytes_before << " bytes before, " << report.bytes_after << " after\n";
  for (const Departure& left : report.departures) {
    std::cout << "left: " << left.id << " (" << to_string(left.cause) << ", " << left.bytes << " bytes)\n";
  }
  const std::string thread = must(must(context.latest()).provider_thread());
  const bool has_call = thread.find("\"call\"") != std::string::npos;
  const bool has_result = thread.find("\"result\"") != std::string::npos;
  std::cout << thread << '\n';
  expect(has_call == has_result, "a call and its result stay or go together");
}
