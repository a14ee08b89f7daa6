#include "support/operations/scenario.h"

#include <gtest/gtest.h>

#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "latewood/json_text.h"
#include "support/store/place.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

constexpr std::string_view kFolderWord = "$FOLDER";
constexpr std::string_view kStoreWord = "$STORE";

std::string text_member(const JsonValue& object, std::string_view name) {
  const JsonValue* member = object.find(name);
  return member != nullptr && member->as_string() != nullptr ? *member->as_string() : std::string();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  if (from.empty()) return;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

SessionOptions session_options(const JsonValue& document) {
  SessionOptions options;
  options.clock = make_logical_clock();
  const JsonValue* given = document.find("session");
  if (given == nullptr) return options;
  options.context = text_member(*given, "context");
  options.branch = text_member(*given, "branch");
  options.actor = text_member(*given, "actor");
  options.profile = text_member(*given, "profile");
  const std::string scope = text_member(*given, "scope");
  if (scope == "read") options.scope = Scope::Read;
  if (scope == "write") options.scope = Scope::Write;
  const std::string system = text_member(*given, "system");
  if (system == "refuse") options.system = SystemText::Refuse;
  if (system == "allow") options.system = SystemText::Allow;
  return options;
}

std::vector<std::pair<std::string, std::string>> long_words(const JsonValue& document) {
  std::vector<std::pair<std::string, std::string>> words;
  const JsonValue* given = document.find("long");
  if (given == nullptr || given->as_object() == nullptr) return words;
  for (const JsonMember& member : *given->as_object()) {
    const JsonValue* times = member.value.find("times");
    const std::string piece = text_member(member.value, "text");
    std::string whole;
    for (std::int64_t i = 0; times != nullptr && i < *times->as_integer(); ++i) whole += piece;
    words.emplace_back(member.key, std::move(whole));
  }
  return words;
}

Step read_step(const JsonField& field) {
  Step step;
  const JsonValue& value = field.value();
  step.note = text_member(value, "note");
  step.operation = text_member(value, "op");
  EXPECT_FALSE(step.operation.empty());
  if (const auto args = field.find("args")) {
    step.written = std::string(args->source());
    const std::string* exact = args->value().as_string();
    step.arguments = exact != nullptr ? *exact : step.written;
  }
  if (const JsonValue* error = value.find("error")) {
    step.expected = {true, json_text_of(*error)};
  } else {
    step.expected = {false, text_member(value, "result")};
  }
  return step;
}

// The object within {"error":{..}}.
std::string error_object(const Error& error) {
  const auto document = parse_json(error_json(error));
  return json_text_of(*document->find("error"));
}

std::string quoted_part(const std::string& text) {
  const std::string quoted = json_text(text);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

Scenario read_scenario(const std::filesystem::path& file) {
  Scenario scenario;
  const std::string text = read_file(file);
  const auto document = parse_json(text);
  EXPECT_TRUE(document) << file << ": " << (document ? "" : document.error().message);
  if (!document) return scenario;
  const JsonField root(*document, text);
  scenario.about = text_member(*document, "about");
  EXPECT_FALSE(scenario.about.empty()) << file;
  for (const char* name : {"session", "long", "stores"}) {
    if (const auto member = root.find(name)) scenario.header.emplace_back(name, member->source());
  }
  scenario.stores = {"memory", "sqlite"};
  if (const JsonValue* stores = document->find("stores")) {
    scenario.stores.clear();
    for (const JsonValue& store : *stores->as_array()) scenario.stores.push_back(*store.as_string());
  }
  scenario.options = session_options(*document);
  scenario.words = long_words(*document);
  const auto steps = root.member("steps").value().items();
  EXPECT_TRUE(steps) << file;
  for (const JsonField& step : *steps) scenario.steps.push_back(read_step(step));
  return scenario;
}

std::vector<Outcome> play(const Scenario& scenario, const std::string& store) {
  const TempFolder folder;
  const std::string path = folder.path().string();
  const std::string url = store == "sqlite" ? path + "/suite.db" : "memory:";
  Session session(url, scenario.options);
  std::vector<Outcome> answers;
  for (const Step& step : scenario.steps) {
    std::string arguments = step.arguments;
    for (const auto& [word, whole] : scenario.words) replace_all(arguments, word, whole);
    replace_all(arguments, kFolderWord, quoted_part(path));
    const auto result = session.call(step.operation, arguments);
    Outcome answer{!result, result ? *result : error_object(result.error())};
    for (const auto& [word, whole] : scenario.words) replace_all(answer.text, whole, word);
    replace_all(answer.text, quoted_part(url), kStoreWord);
    replace_all(answer.text, quoted_part(path), kFolderWord);
    answers.push_back(std::move(answer));
  }
  return answers;
}

std::string scenario_text(const Scenario& scenario, const std::vector<Outcome>& answers) {
  std::string text = "{\n  \"about\": " + json_text(scenario.about) + ",\n";
  for (const auto& [name, source] : scenario.header) text.append("  \"" + name + "\": ").append(source + ",\n");
  text += "  \"steps\": [\n";
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const Step& step = scenario.steps[i];
    text += "    {";
    if (!step.note.empty()) text += "\"note\": " + json_text(step.note) + ",\n     ";
    text += "\"op\": " + json_text(step.operation);
    if (!step.written.empty()) text += ", \"args\": " + step.written;
    text += ",\n     ";
    text += answers[i].is_error ? "\"error\": " + answers[i].text : "\"result\": " + json_text(answers[i].text);
    text += i + 1 < scenario.steps.size() ? "},\n" : "}\n";
  }
  return text + "  ]\n}\n";
}

}  // namespace latewood::test
