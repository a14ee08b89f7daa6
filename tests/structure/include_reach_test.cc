// How many headers of the project a source of the engine reaches through its includes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// The median over all sources of src/engine. This number may only be lowered.
constexpr std::size_t kMostHeaders = 40;

// The headers that each file includes, by path from the project's root.
using Includes = std::map<std::string, std::vector<std::string>>;

// Resolves targets like "tree/node.h" and "latewood/result.h".
void add_includes(const SourceFile& file, Includes& includes) {
  std::vector<std::string>& targets = includes[file.path];
  for (const std::string& line : file.lines) {
    const std::string target = included_by(line);
    if (!target.empty()) targets.push_back((target.starts_with("latewood/") ? "include/" : "src/") + target);
  }
}

std::set<std::string> reach_of(const std::string& path, const Includes& includes) {
  std::set<std::string> reached;
  std::vector<std::string> open = {path};
  while (!open.empty()) {
    const auto at = includes.find(open.back());
    open.pop_back();
    if (at == includes.end()) continue;
    for (const std::string& target : at->second) {
      if (reached.insert(target).second) open.push_back(target);
    }
  }
  return reached;
}

TEST(IncludeReach, HalfOfTheEnginesSourcesReachFewHeaders) {
  Includes includes;
  for (const SourceFile& file : source_files({"include", "src"})) add_includes(file, includes);
  std::vector<std::size_t> counts;
  for (const auto& [path, targets] : includes) {
    const bool is_source = path.starts_with("src/engine/") && path.ends_with(".cc") && !path.ends_with("_test.cc");
    if (is_source) counts.push_back(reach_of(path, includes).size());
  }
  ASSERT_GT(counts.size(), 90U);
  std::sort(counts.begin(), counts.end());
  EXPECT_LE(counts[counts.size() / 2], kMostHeaders);
}

// Cycles and headers that two others include count once.
TEST(IncludeReach, CountsEachHeaderOnce) {
  Includes includes;
  add_includes({"src/a.cc", "", {"#include \"b.h\"", "#include \"c.h\"", "#include <set>"}}, includes);
  add_includes({"src/b.h", "", {"#include \"c.h\"", "#include \"latewood/d.h\""}}, includes);
  add_includes({"src/c.h", "", {"#include \"b.h\""}}, includes);
  EXPECT_EQ(reach_of("src/a.cc", includes), (std::set<std::string>{"include/latewood/d.h", "src/b.h", "src/c.h"}));
}

}  // namespace
}  // namespace latewood::test
