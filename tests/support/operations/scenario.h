// The behavioural suite of the bindings, tests/bindings/*.json: calls in order, with the exact answers. Its README
// describes the form of a file.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "latewood/session.h"

namespace latewood::test {

// An answer as every door gives it: the text of a result, or the error object.
struct Outcome {
  bool is_error = false;
  std::string text;  // of a result: the canonical text; of an error: the object with its six members
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Step {
  std::string note;       // for readers; may be empty
  std::string operation;  // "select"
  std::string written;    // the member "args" as it stands in the file
  std::string arguments;  // the arguments as they are sent, without the words that stand for other text
  Outcome expected;
};

struct Scenario {
  std::string about;
  std::vector<std::string> stores;                          // "memory", "sqlite"
  std::vector<std::pair<std::string, std::string>> header;  // optional members as they stand in the file, in order
  SessionOptions options;
  std::vector<std::pair<std::string, std::string>> words;  // a word, and the long text that it stands for
  std::vector<Step> steps;
};

// Fails the test if the file has another form.
Scenario read_scenario(const std::filesystem::path& file);

// The answers of a new store of that kind, one for each step, with the words in place of what they stand for.
std::vector<Outcome> play(const Scenario& scenario, const std::string& store);

// The file with these answers.
std::string scenario_text(const Scenario& scenario, const std::vector<Outcome>& answers);

}  // namespace latewood::test
