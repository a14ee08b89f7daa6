// The behavioural suite through the table itself. LATEWOOD_RECORD=1 writes the answers anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "operations/table/table.h"
#include "support/operations/scenario.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scenario_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_root() / "tests/bindings")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Scenarios, GiveTheirRecordedAnswersOnEveryStore) {
  const bool records = std::getenv("LATEWOOD_RECORD") != nullptr;
  ASSERT_GT(scenario_files().size(), 1U);
  for (const fs::path& file : scenario_files()) {
    if (records) {
      const Scenario scenario = read_scenario(file);
      ASSERT_FALSE(scenario.stores.empty()) << file;
      const std::string text = scenario_text(scenario, play(scenario, scenario.stores.front()));
      std::ofstream(file, std::ios::binary) << text;
    }
    const Scenario scenario = read_scenario(file);
    for (const std::string& store : scenario.stores) {
      const std::vector<Outcome> answers = play(scenario, store);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const std::string where = file.filename().string() + " on " + store + ", step " + std::to_string(i) + ", " +
                                  scenario.steps[i].operation + " " + scenario.steps[i].arguments;
        EXPECT_EQ(answers[i].is_error, scenario.steps[i].expected.is_error) << where << "\n" << answers[i].text;
        EXPECT_EQ(answers[i].text, scenario.steps[i].expected.text) << where;
      }
    }
  }
}

// Every operation is called with success somewhere.
TEST(Scenarios, CallEveryOperationOfTheTable) {
  std::set<std::string> called;
  for (const fs::path& file : scenario_files()) {
    for (const Step& step : read_scenario(file).steps) {
      if (!step.expected.is_error) called.insert(step.operation);
    }
  }
  for (const operations::Row* row : operations::table()) {
    EXPECT_TRUE(called.contains(std::string(row->name))) << "no scenario calls " << row->name;
  }
}

}  // namespace
}  // namespace latewood::test
