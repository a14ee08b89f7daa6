// A whole agent loop: insert, begin_attempt, send, end_attempt, commit, until the model needs no tool any more.
//
// One cycle is one call to the vendor. The commit checks that its snapshot renders to exactly the bytes that were sent,
// and puts the reply at the start of the next cycle.
#include <string>
#include <vector>

#include "example.h"
#include "latewood/json_text.h"
#include "latewood/vendor_reply.h"

using namespace latewood;

namespace {

// Plays the vendor, so that the example needs no network: takes the body of a request and returns the body of the
// answer. It asks for the weather first, and answers when the request has the result of the tool.
std::string play_vendor(const std::string& request) {
  const bool has_result = request.find(R"("role":"tool")") != std::string::npos;
  const std::string message =
      has_result ? R"({"role":"assistant","content":"Take a coat: it is snowing in Oslo."})"
                 : R"({"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",)"
                   R"("function":{"name":"weather","arguments":"{\"city\":\"Oslo\"}"}}]})";
  return R"({"id":"answer","object":"chat.completion","model":"m-1","choices":[{"index":0,"message":)" + message +
         R"(,"finish_reason":")" + (has_result ? "stop" : "tool_calls") + R"("}],"usage":{"prompt_tokens":)" +
         std::to_string(request.size() / 4) + R"(,"completion_tokens":)" + std::to_string(message.size() / 4) + "}}";
}

// The tool that the program offers.
std::string weather_in(const std::string& city) { return "Snow, minus four degrees in " + city + "."; }

// Runs a tool call and returns the block with its result.
Component result_of(const Component& call) {
  const JsonValue arguments = must(parse_json_text(*call.content->find("arguments")->as_string()));
  const JsonValue& call_id = *call.content->find("id");
  return {.role = "tool",
          .kind = "result",
          .content = weather_in(*arguments.find("city")->as_string()),
          .attributes = {{"lw:call_id", call_id}}};
}

// One cycle: sends what the working state renders to, and commits it. Returns the reply, which is in the next cycle.
std::vector<Component> run_cycle(Context& context) {
  const AttemptTicket ticket = must(context.begin_attempt({.provider = "vendor", .model = "m-1", .profile = "openai"}));
  std::cout << "> " << ticket.bytes << '\n';
  const std::string answer = play_vendor(ticket.bytes);
  std::cout << "< " << answer << '\n';
  const VendorReply reply = must(read_vendor_reply(answer));
  must(context.end_attempt(ticket.attempt_id, outcome_of(reply)));
  const CommitReport report = must(context.commit({.message = "call " + std::to_string(ticket.attempt_id)}));
  expect(must(must(context.at(report.cycle)).render("openai")).bytes == ticket.bytes, "the snapshot is what was sent");
  return reply.blocks;
}

}  // namespace

int main() {
  Context context = open_context();
  context.set_system(true);
  must(context.insert_system(text_block("system", "You help people to dress.")));
  must(context.insert_system(
      {.content = make_object({{"name", "weather"}, {"parameters", R"({"type":"object"})"}}), .node_type = "cb:tool"}));
  context.set_system(false);
  must(context.insert(text_block("user", "Do I need a coat in Oslo?")));

  for (bool needs_tool = true; needs_tool;) {
    needs_tool = false;
    for (const Component& block : run_cycle(context)) {
      if (block.kind != "call") continue;
      must(context.insert(result_of(block)));
      needs_tool = true;
    }
  }
  // The last reply is in the working state; this commit seals it.
  must(context.commit({.message = "done"}));

  for (const Attempt& attempt : context.attempts()) {
    std::cout << "attempt " << attempt.attempt_id << " in cycle " << attempt.cycle_id << ": "
              << to_string(attempt.status) << ", " << attempt.token_in << " tokens in, " << attempt.token_out
              << " out\n";
  }
  const std::string thread = must(must(context.latest()).provider_thread());
  expect(context.attempts().size() == 2 && context.cycle() == 3, "two calls, and a commit for the last reply");
  expect(thread.find("Take a coat") != std::string::npos, "the answer is in the history");
}
