// The version of the project is set in CMakeLists.txt. The packages for Node.js, which repeat it, have the same one.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "support/test_files.h"

namespace latewood::test {
namespace {

std::vector<std::string> matches_in(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

// The versions in a package.json: its own, and those of the packages of this project on which it depends.
std::vector<std::string> versions_in(const std::string& package) {
  static const std::regex version(R"re("(?:version|latewood[-\w]*)"\s*:\s*"([^"]*\d[^"]*)")re");
  return matches_in(package, version);
}

std::string version_of_project() {
  static const std::regex project(R"(project\(latewood VERSION ([\d.]+))");
  const std::vector<std::string> found = matches_in(read_file(source_root() / "CMakeLists.txt"), project);
  return found.size() == 1 ? found.front() : std::string();
}

TEST(Versions, OfTheNodePackagesAreThatOfTheProject) {
  const std::string expected = version_of_project();
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(versions_in(read_file(source_root() / "node/package.json")), std::vector<std::string>(2, expected));
  std::size_t platforms = 0;
  for (const auto& platform : std::filesystem::directory_iterator(source_root() / "node/platform")) {
    EXPECT_EQ(versions_in(read_file(platform.path() / "package.json")), std::vector<std::string>{expected})
        << platform.path();
    ++platforms;
  }
  EXPECT_GT(platforms, 0U);
}

// The search itself can fail.
TEST(Versions, AnotherVersionWouldBeFound) {
  const std::string package =
      R"({"name": "latewood", "version": "1.0.0", "optionalDependencies": {"other": "3.0.0", "latewood-x64": "2.0.0"}})";
  EXPECT_EQ(versions_in(package), (std::vector<std::string>{"1.0.0", "2.0.0"}));
}

}  // namespace
}  // namespace latewood::test
