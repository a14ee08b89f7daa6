// Arguments that no proper caller sends, made for every row from its schema and example: each gets an error or a result
// that fits, and the session lives on.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "latewood/json_text.h"
#include "latewood/operation.h"
#include "operations/table/schema.h"
#include "operations/table/table.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

using operations::Row;

// As JSON text: some of these are no values.
const std::vector<std::string>& hostile_values() {
  static const std::vector<std::string> kValues = {
      "null",
      "true",
      "-1",
      "7",
      "1.5",
      "1e400",
      "9223372036854775807",
      "-9223372036854775808",
      "123456789012345678901234567890",
      R"("")",
      R"(" ")",
      R"("@t-99")",
      R"("@@")",
      R"("\u0000")",
      R"("\u001b[2J\u202e")",
      R"("\ud800")",
      R"("\udc00\ud800")",
      "\"\xff\"",
      "\"" + std::string(300, 'x') + "\"",
      R"("../../etc")",
      "[]",
      R"([null,7,"x",[],{}])",
      "{}",
      R"({"\u0000":{"a":[1]}})",
      R"({"a":1,"a":2})",
      std::string(100'000, '['),
      "",
  };
  return kValues;
}

// The text of an object with one member replaced or added.
std::string with_member(const JsonValue& object, const std::string& name, const std::string& value) {
  std::string text;
  for (const JsonMember& member : *object.as_object()) {
    if (member.key == name) continue;
    text += json_text(member.key) + ":" + json_text_of(member.value) + ",";
  }
  return "{" + text + json_text(name) + ":" + value + "}";
}

// Every text that differs from the example in one place: a value at any depth is replaced, or a member is added.
void collect(const JsonValue& value, const std::function<std::string(const std::string&)>& around,
             std::vector<std::string>& texts) {
  for (const std::string& hostile : hostile_values()) texts.push_back(around(hostile));
  if (value.as_object() != nullptr) {
    for (const JsonMember& member : *value.as_object()) {
      collect(
          member.value, [&](const std::string& inner) { return around(with_member(value, member.key, inner)); }, texts);
    }
    texts.push_back(around(with_member(value, "nobody", "1")));
  } else if (value.as_array() != nullptr && !value.as_array()->empty()) {
    collect(
        value.as_array()->front(), [&](const std::string& inner) { return around("[" + inner + "]"); }, texts);
  }
}

std::vector<std::string> hostile_arguments(const Row& row) {
  std::vector<std::string> texts;
  const auto example = parse_json_text(row.example);
  EXPECT_TRUE(example) << row.name;
  collect(
      *example, [](const std::string& text) { return text; }, texts);
  for (const operations::Member& member : row.arguments().members) {
    if (example->find(member.name) != nullptr) continue;
    for (const std::string& hostile : hostile_values()) texts.push_back(with_member(*example, member.name, hostile));
  }
  return texts;
}

bool is_printable_json(const std::string& text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e) return false;
  }
  return parse_json_text(text).has_value();
}

void expect_answer(const Row& row, const std::string& arguments, const Result<std::string>& answer) {
  const std::string shown = std::string(row.name) + " " + arguments.substr(0, 200);
  const auto value = parse_json_text(arguments.empty() ? "{}" : arguments);  // no text stands for no arguments
  const bool fits = value && operations::check(row.arguments(), *value);
  EXPECT_TRUE(fits || !answer) << shown;
  if (answer) {
    const auto result = parse_json_text(*answer);
    ASSERT_TRUE(result) << shown;
    const auto result_fits = operations::check(row.result(), *result);
    EXPECT_TRUE(result_fits) << shown << ": " << (result_fits ? "" : result_fits.error().message);
    return;
  }
  EXPECT_NE(answer.error().code, Code::Corruption) << shown << ": " << answer.error().message;
  EXPECT_TRUE(is_printable_json(error_json(answer.error()))) << shown;
  EXPECT_EQ(answer.error().message.find('\n'), std::string::npos) << shown;
}

// Some operations write files, whose names are arguments.
class InOwnFolder {
 public:
  InOwnFolder() { std::filesystem::current_path(folder_.path()); }
  InOwnFolder(const InOwnFolder&) = delete;
  InOwnFolder& operator=(const InOwnFolder&) = delete;
  ~InOwnFolder() { std::filesystem::current_path(before_); }

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
  const TempFolder folder_;
};

TEST(HostileArguments, EveryRowRefusesWhatDoesNotFitAndTheSessionLivesOn) {
  const InOwnFolder folder;
  for (const Row* row : operations::table()) {
    Session session = story_session();
    for (const std::string& arguments : hostile_arguments(*row)) {
      expect_answer(*row, arguments, session.call(row->name, arguments));
    }
    called(session, "contexts", "{}");
    EXPECT_EQ(called(session, "fsck", "{}"), R"({"tables":[],"wrong":[]})") << row->name;
  }
}

// What is no request: the same walk over the line of a session.
TEST(HostileArguments, LinesThatAreNoRequestGetAnError) {
  Session session = story_session();
  const auto example = parse_json_text(R"({"op":"select","args":{"selector":".cb"}})");
  std::vector<std::string> lines;
  collect(
      *example, [](const std::string& text) { return text; }, lines);
  for (const std::string& line : lines) {
    const auto answer = session.call_line(line);
    EXPECT_TRUE(answer || is_printable_json(error_json(answer.error()))) << line.substr(0, 200);
    EXPECT_TRUE(!answer || parse_json_text(line)) << line.substr(0, 200);
  }
  called(session, "contexts", "{}");
}

TEST(HostileArguments, TwoHundredMegabytesGetAnErrorAndTheSessionLivesOn) {
  Session session = story_session();
  const std::string content(std::size_t{200} << 20, 'x');
  const std::string arguments = R"({"role":"user","content":")" + content + "\"}";
  const auto called_with = session.call("insert", arguments);
  ASSERT_FALSE(called_with);
  EXPECT_EQ(called_with.error().rule, "E_ARGUMENT_INVALID");
  const auto line = session.call_line(R"({"op":"insert","args":)" + arguments + "}");
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().rule, "E_ARGUMENT_INVALID");
  called(session, "insert", R"({"role":"user","content":"still here"})");
}

}  // namespace
}  // namespace latewood::test
