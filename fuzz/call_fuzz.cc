// Any bytes as a line of `call -`. Each gets an answer or an error, and the session goes on.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "canon/json_reader.h"
#include "fuzz/require.h"
#include "latewood/operation.h"
#include "latewood/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  // Operations that write files or name other stores are left out: an input must not leave anything behind.
  if (line.find("backup") != std::string_view::npos) return 0;
  SessionOptions options;
  options.clock = make_logical_clock();
  Session session("memory:", options);
  fuzz::require(session.call("init", "").has_value(), "a store in memory is made");
  fuzz::require(session.call("insert", R"({"id":"a","role":"user","content":"x"})").has_value(), "an edit is made");
  fuzz::require(session.call("commit", "").has_value(), "a commit is made");
  const auto answer = session.call_line(line);
  const auto value = parse_json(answer ? *answer : error_json(answer.error()), kAroundValues);
  fuzz::require(value.has_value(), "an answer is JSON");
  fuzz::require(session.call("contexts", "").has_value(), "the session goes on");
  return 0;
}
