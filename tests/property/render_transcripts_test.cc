// Real conversations: what was imported is what is rendered, also by way of another vendor.
// The transcripts are not part of the project; without them there is nothing to test.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "canon/json_reader.h"
#include "canon/json_source.h"
#include "canon/json_writer.h"
#include "latewood/chat_log.h"
#include "support/context_probe.h"
#include "support/request/rules.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

std::vector<std::string> airline_lines() {
  const auto path = source_root() / "../shared/transcripts/airline.jsonl";
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<JsonValue> airline_conversations() {
  std::vector<JsonValue> conversations;
  for (const std::string& line : airline_lines()) conversations.push_back(must(parse_json(line)));
  return conversations;
}

Context imported_conversation(const JsonValue& conversation, ChatFormat format) {
  Context context = open_system_context();
  must(import_chat(context, must(read_chat_log(conversation, format))));
  return context;
}

JsonValue rendered(const Context& context, std::string_view profile) {
  return must(parse_json(must(must(context.latest()).render(profile)).bytes));
}

// What Anthropic cannot express: the name of a result, the spelling of arguments as text, and
// an id that an earlier call has. Calls are numbered instead.
JsonValue common_form(const JsonValue& messages) {
  JsonValue::Array result;
  std::int64_t calls = 0;
  std::int64_t results = 0;
  for (const JsonValue& message : *messages.as_array()) {
    std::vector<JsonMember> members = *message.as_object();
    std::erase_if(members, [](const JsonMember& member) { return member.key == "name"; });
    for (JsonMember& member : members) {
      if (member.key == "tool_call_id") member.value = ++results;
      if (member.key != "tool_calls") continue;
      JsonValue::Array plain;
      for (const JsonValue& call : *member.value.as_array()) {
        const JsonValue& function = *call.find("function");
        plain.push_back(make_object({{"id", ++calls},
                                     {"name", *function.find("name")},
                                     {"arguments", must(parse_json(text_at(function, "arguments")))}}));
      }
      member.value = JsonValue(std::move(plain));
    }
    result.push_back(make_object(std::move(members)));
  }
  return JsonValue(std::move(result));
}

class Transcripts : public testing::Test {
 protected:
  void SetUp() override {
    if (conversations.empty()) GTEST_SKIP() << "../shared/transcripts/airline.jsonl is not here";
  }
  const std::vector<JsonValue> conversations = airline_conversations();
};

TEST_F(Transcripts, RenderToTheMessagesThatWereImported) {
  for (const JsonValue& conversation : conversations) {
    const JsonValue body = rendered(imported_conversation(conversation, ChatFormat::OpenAi), "openai");
    EXPECT_EQ(canonical_json(*body.find("messages")), canonical_json(*conversation.find("messages")));
    EXPECT_EQ(openai_chat_faults(body), Faults()) << text_at(conversation, "id");
  }
}

// The arguments of every call, in order, as texts.
std::vector<std::string> arguments_in(const JsonValue& messages) {
  std::vector<std::string> found;
  for (const JsonValue& message : *messages.as_array()) {
    const JsonValue* calls = message.find("tool_calls");
    if (calls == nullptr || calls->as_array() == nullptr) continue;
    for (const JsonValue& call : *calls->as_array()) found.push_back(text_at(*call.find("function"), "arguments"));
  }
  return found;
}

// The same of a request to Anthropic, cut out of its bytes.
std::vector<std::string> inputs_in(const std::string& bytes) {
  std::vector<std::string> found;
  for (const std::string_view message : item_sources(*member_source(bytes, "messages"))) {
    for (const std::string_view part : item_sources(*member_source(message, "content"))) {
      if (const auto input = member_source(part, "input")) found.emplace_back(*input);
    }
  }
  return found;
}

// by bytes, as text and as an object, there and back.
TEST_F(Transcripts, R_17_ArgumentsKeepTheirBytes) {
  std::size_t unsorted = 0;
  for (const std::string& line : airline_lines()) {
    Context context = open_system_context();
    must(import_chat(context, must(parse_chat_log(line, ChatFormat::OpenAi))));
    const std::vector<std::string> given = arguments_in(*must(parse_json(line)).find("messages"));
    EXPECT_EQ(arguments_in(*rendered(context, "openai").find("messages")), given);
    std::vector<std::string> compact;
    for (const std::string& text : given) {
      compact.push_back(json_in_order(text));
      unsorted += compact.back() == canonical_json(must(parse_json(text))) ? 0 : 1;
    }
    const std::string there = must(must(context.latest()).render("anthropic")).bytes;
    EXPECT_EQ(inputs_in(there), compact);
    Context back = open_system_context();
    must(import_chat(back, must(parse_chat_log(there, ChatFormat::Anthropic))));
    EXPECT_EQ(arguments_in(*rendered(back, "openai").find("messages")), compact);
  }
  EXPECT_GT(unsorted, 0U);
}

TEST_F(Transcripts, NeedNoRepair) {
  for (const JsonValue& conversation : conversations) {
    const Context context = imported_conversation(conversation, ChatFormat::OpenAi);
    EXPECT_EQ(must(must(context.latest()).render("openai")).repairs, std::vector<Repair>());
  }
}

TEST_F(Transcripts, SurviveTheWayThroughAnthropicAndBack) {
  for (const JsonValue& conversation : conversations) {
    const JsonValue there = rendered(imported_conversation(conversation, ChatFormat::OpenAi), "anthropic");
    EXPECT_EQ(anthropic_faults(there), Faults()) << text_at(conversation, "id");
    const JsonValue back = rendered(imported_conversation(there, ChatFormat::Anthropic), "openai");
    EXPECT_EQ(canonical_json(common_form(*back.find("messages"))),
              canonical_json(common_form(*conversation.find("messages"))));
  }
}

TEST_F(Transcripts, AreValidForEveryVendorInEveryCycle) {
  for (std::size_t i = 0; i < conversations.size(); i += 10) {
    const Context context = imported_conversation(conversations[i], ChatFormat::OpenAi);
    for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
      for (const ProfileName& profile : profiles()) {
        const Rendered request = must(must(context.at(cycle)).render(profile.id));
        EXPECT_EQ(request_faults(profile.id, must(parse_json(request.bytes))), Faults());
      }
    }
  }
}

// A commit that only adds keeps every byte before it, breakpoints aside.
TEST_F(Transcripts, GrowAtTheEnd) {
  const Context context = imported_conversation(conversations.front(), ChatFormat::OpenAi);
  for (std::uint64_t cycle = 2; cycle <= context.cycle(); ++cycle) {
    const std::string older = must(must(context.at(cycle - 1)).render("openai")).bytes;
    const std::string newer = must(must(context.at(cycle)).render("openai")).bytes;
    EXPECT_TRUE(newer.starts_with(older.substr(0, older.size() - 2))) << cycle;
  }
}

TEST_F(Transcripts, MakeOneCommitATurn) {
  for (const JsonValue& conversation : conversations) {
    std::uint64_t turns = 1;
    for (const JsonValue& message : array_at(conversation, "messages"))
      turns += text_at(message, "role") == "assistant" ? 1 : 0;
    EXPECT_EQ(imported_conversation(conversation, ChatFormat::OpenAi).cycle(), turns);
  }
}

}  // namespace
}  // namespace latewood::test
