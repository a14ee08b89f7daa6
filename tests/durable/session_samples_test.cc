// Real session logs, from ../shared/sessions: every line is accounted for, and the requests of the history are those
// that the log tells of. Skipped where the folder is absent.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/session_log.h"
#include "support/store/place.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> samples() {
  std::vector<fs::path> found;
  const fs::path folder = source_root() / "../shared/sessions";
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(SessionSamples, EveryLineIsImportedNotedOrUnknown) {
  if (samples().empty()) GTEST_SKIP() << "no ../shared/sessions";
  for (const fs::path& path : samples()) {
    Repository repository = Repository::open("memory:").value();
    SessionImporter importer(repository);
    const auto done = importer.import_file(path.string());
    ASSERT_TRUE(done) << path << ": " << done.error().message;
    EXPECT_EQ(done->format, SessionFormat::ClaudeCode) << path;
    EXPECT_EQ(done->lines, lines_of(path).size()) << path;
    EXPECT_EQ(done->lines, done->imported + done->noted + done->unknown.size()) << path;
    for (const LogLine& line : done->unknown) {
      EXPECT_FALSE(line.reason.empty());
      EXPECT_TRUE(line.number >= 1 && line.number <= done->lines) << line.number;
    }
    EXPECT_TRUE(repository.verify().value().is_sound()) << path;
  }
}

// ---- requests, read from the log in a plain way ----

// A text is a list of one text part; what a vendor's cache reads is no part of a message; a result that did not fail
// says nothing about it.
JsonValue plain_content(const JsonValue& content) {
  if (const std::string* text = content.as_string()) {
    return JsonValue(JsonValue::Array{make_object({{"type", "text"}, {"text", *text}})});
  }
  JsonValue::Array parts;
  for (const JsonValue& part : *content.as_array()) {
    std::vector<JsonMember> members;
    for (const JsonMember& member : *part.as_object()) {
      const bool is_default = member.key == "is_error" && member.value == JsonValue(false);
      if (member.key == "cache_control" || is_default) continue;
      members.push_back({member.key, member.key == "content" ? plain_content(member.value) : member.value});
    }
    parts.push_back(make_object(std::move(members)));
  }
  return JsonValue(std::move(parts));
}

// Messages with those of one role after the other joined, as the vendor joins them.
JsonValue plain_messages(const JsonValue::Array& messages) {
  JsonValue::Array joined;
  for (const JsonValue& message : messages) {
    JsonValue::Array parts = *plain_content(*message.find("content")).as_array();
    const std::string role = *message.find("role")->as_string();
    if (!joined.empty() && *joined.back().find("role")->as_string() == role) {
      JsonValue::Array before = *joined.back().find("content")->as_array();
      before.insert(before.end(), parts.begin(), parts.end());
      joined.back() = make_object({{"role", role}, {"content", JsonValue(std::move(before))}});
    } else {
      joined.push_back(make_object({{"role", role}, {"content", JsonValue(std::move(parts))}}));
    }
  }
  return JsonValue(std::move(joined));
}

// The requests of a log without forks: before each answer everything that was said.
std::set<std::string> requests_in(const fs::path& path) {
  std::set<std::string> requests;
  JsonValue::Array said;
  std::string answer;
  for (const std::string& line : lines_of(path)) {
    const JsonValue value = parse_json(line).value();
    const JsonValue* message = value.find("message");
    if (message == nullptr) continue;
    const bool is_assistant = *message->find("role") == JsonValue("assistant");
    const JsonValue* id = message->find("id");
    const std::string own = id == nullptr ? "line " + std::to_string(said.size()) : *id->as_string();
    if (is_assistant && own != answer && !said.empty()) requests.insert(canonical_json(plain_messages(said)));
    answer = is_assistant ? own : std::string();
    said.push_back(*message);
  }
  return requests;
}

TEST(SessionSamples, TheRequestsAreThoseOfTheLog) {
  if (samples().empty()) GTEST_SKIP() << "no ../shared/sessions";
  for (const fs::path& path : samples()) {
    if (path.filename().string().find("edge-cases") != std::string::npos) continue;  // with lines that are no messages
    Repository repository = Repository::open("memory:").value();
    SessionImporter importer(repository);
    const SessionImport done = importer.import_file(path.string()).value();
    ASSERT_EQ(done.contexts.size(), 1U);
    const std::string& name = done.contexts.front().name;
    std::set<std::string> rendered;
    const auto commits = repository.log_all(name).value();
    for (const CommitInfo& commit : commits) {
      const Context context = repository.load(name, commit.id.hex()).value();
      const std::string bytes = context.latest().value().render("anthropic").value().bytes;
      const JsonValue body = parse_json(bytes).value();
      rendered.insert(canonical_json(plain_messages(*body.find("messages")->as_array())));
    }
    EXPECT_EQ(rendered, requests_in(path)) << path;
    EXPECT_EQ(commits.size(), rendered.size());
  }
}

}  // namespace
}  // namespace latewood::test
