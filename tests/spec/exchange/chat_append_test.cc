// A log that goes on in a context where others were imported before: design section 8.
#include <gtest/gtest.h>

#include "latewood/chat_log.h"
#include "latewood/render.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

Result<void> append_log(Context& context, std::string_view log, ChatFormat format = ChatFormat::OpenAi) {
  return import_chat(context, must(parse_chat_logs(log, format)).conversations.at(0));
}

const char* const kFirst = R"([{"role":"system","content":"S"},{"role":"user","content":"x"}])";

// It is no leading message any more; the capability it needs all the same (AUD-19).
TEST(ChatAppend, ASystemMessageThatOpensALaterLogStandsInPlace) {
  Context context = open_system_context();
  must(append_log(context, kFirst));
  context.set_system(false);
  const char* const later = R"([{"role":"system","content":"mid"},{"role":"user","content":"y"}])";
  EXPECT_EQ(verdict(append_log(context, later)), "E_UNAUTHORIZED");
  context.set_system(true);
  must(append_log(context, later));
  EXPECT_EQ(request_bytes(context), R"({"messages":[{"role":"system","content":"S"},{"role":"user","content":"x"},)"
                                    R"({"role":"system","content":"mid"},{"role":"user","content":"y"}]})");
}

TEST(ChatAppend, ALogOfSystemMessagesAloneIsATurnOfALaterOne) {
  Context context = open_system_context();
  must(append_log(context, kFirst));
  must(append_log(context, R"([{"role":"system","content":"mid"}])"));
  EXPECT_EQ(request_bytes(context), R"({"messages":[{"role":"system","content":"S"},{"role":"user","content":"x"},)"
                                    R"({"role":"system","content":"mid"}]})");
}

TEST(ChatAppend, TheAssistantStillOpensATurn) {
  Context context = open_system_context();
  must(append_log(context, kFirst));
  must(append_log(context, R"([{"role":"system","content":"mid"},{"role":"assistant","content":"y"}])"));
  EXPECT_EQ(must(context.latest()).turns().value().size(), 3U);
}

TEST(ChatAppend, EditsThatWaitAreTurnsToGoOnFrom) {
  Context context = open_system_context();
  Component waiting = block("waiting");
  waiting.role = "user";
  must(context.insert(waiting));
  must(append_log(context, R"([{"role":"system","content":"mid"},{"role":"user","content":"y"}])"));
  EXPECT_EQ(request_bytes(context), R"({"messages":[{"role":"user","content":"text of waiting"},)"
                                    R"({"role":"system","content":"mid"},{"role":"user","content":"y"}]})");
}

// Both logs call their first message 0.
TEST(ChatAppend, SystemMessagesOfTwoLogsStayTwo) {
  const auto parts = [](const std::string& a, const std::string& b) {
    return R"([{"role":"system","content":[{"type":"text","text":")" + a + R"("},{"type":"text","text":")" + b +
           R"("}]}])";
  };
  Context context = open_system_context();
  must(append_log(context, parts("a", "b")));
  must(append_log(context, parts("c", "d")));
  must(append_log(context, parts("e", "f")));
  must(append_log(context, R"([{"role":"user","content":"x"}])"));
  EXPECT_EQ(request_bytes(context),
            R"({"messages":[{"role":"system","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},)"
            R"({"role":"system","content":[{"type":"text","text":"c"},{"type":"text","text":"d"}]},)"
            R"({"role":"system","content":[{"type":"text","text":"e"},{"type":"text","text":"f"}]},)"
            R"({"role":"user","content":"x"}]})");
}

std::string with_tools(const std::string& description, const std::string& text) {
  return R"({"tools":[{"type":"function","function":{"name":"f","description":")" + description +
         R"(","parameters":{"type":"object"}}}],"messages":[{"role":"user","content":")" + text + R"("}]})";
}

// A log that goes on repeats the tools of its start.
TEST(ChatAppend, ToolsThatAreDefinedAlreadyAreNotDefinedAgain) {
  Context context = open_system_context();
  must(append_log(context, with_tools("one", "x")));
  context.set_system(false);
  must(append_log(context, with_tools("one", "y")));
  EXPECT_TRUE(must(must(context.latest()).render("openai")).repairs.empty());
  EXPECT_EQ(verdict(append_log(context, with_tools("two", "z"))), "E_UNAUTHORIZED");
  context.set_system(true);
  must(append_log(context, with_tools("two", "z")));
  must(append_log(context, with_tools("one", "again")));
  EXPECT_NE(request_bytes(context).find("one"), std::string::npos);
  EXPECT_EQ(request_bytes(context).find("two"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
