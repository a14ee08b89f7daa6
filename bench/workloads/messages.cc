#include "workloads/messages.h"

#include <cstdio>
#include <cstdlib>

namespace latewood::bench {
namespace {

constexpr const char* kWords[] = {"the ",  "order ",    "was ",    "sent ", "again ", "please ", "check ",  "status ",
                                  "date ", "customer ", "flight ", "from ", "to ",    "refund ", "ticket ", "and "};
constexpr std::size_t kMessage = 200;

}  // namespace

void fail(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", error.message.c_str());
  std::exit(2);
}

void must(const Result<void>& result) {
  if (!result) fail(result.error());
}

ContextOptions same_everywhere() {
  ContextOptions options;
  options.clock = make_logical_clock();
  return options;
}

std::string words(std::uint64_t number, std::size_t size) {
  std::string text = std::to_string(number) + ": ";
  std::uint64_t state = number * 2 + 1;
  while (text.size() < size) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += kWords[state >> 60];
  }
  text.resize(size);
  return text;
}

void say(Context& context, const char* role, const std::string& text) {
  Component block;
  block.role = role;
  block.kind = "text";
  block.content = JsonValue(text);
  must(context.insert(block));
}

void chat_turn(Context& context, std::uint64_t number) {
  say(context, "user", words(2 * number, kMessage));
  say(context, "assistant", words(2 * number + 1, kMessage));
  must(context.commit());
}

std::string head_of(const Context& context) { return must(context.latest()).commit_id().hex(); }

}  // namespace latewood::bench
