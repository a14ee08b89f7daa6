// Rulings that comments and documents cite stand in the register, docs/decisions/rulings.md.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// The ids of the register's rows, such as "D-12".
std::set<std::string> registered_rulings() {
  const std::string text = read_file(source_root() / "docs/decisions/rulings.md");
  const std::regex row(R"(\n\| ([DER]-[0-9]{2}) \|)");
  std::set<std::string> ids;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), row); at != std::sregex_iterator(); ++at) {
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1] << " stands twice";
  }
  return ids;
}

// Every cited id, with one file that cites it.
std::map<std::string, std::string> cited_rulings() {
  const std::regex citation(R"((?:^|[^A-Za-z0-9-])([DER]-[0-9]{2})(?![0-9]))");
  std::map<std::string, std::string> cited;
  for (const SourceFile& file :
       source_files({"include", "src", "cli", "web", "server", "tests", "bench", "fuzz", "examples"})) {
    for (const std::string& line : file.lines) {
      for (auto at = std::sregex_iterator(line.begin(), line.end(), citation); at != std::sregex_iterator(); ++at) {
        cited.emplace((*at)[1], file.path);
      }
    }
  }
  return cited;
}

TEST(Citations, HaveAnEntryInTheRegisterOfRulings) {
  const std::set<std::string> registered = registered_rulings();
  const auto cited = cited_rulings();
  EXPECT_GT(cited.size(), 60U);
  for (const auto& [id, path] : cited) EXPECT_TRUE(registered.contains(id)) << path << " cites " << id;
}

}  // namespace
}  // namespace latewood::test
