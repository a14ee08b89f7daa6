// Names that make bytes depend on the machine, the moment or the run must not
// stand in the library. A waiver is one line in determinism_waivers.txt: a path, the
// name, and the reason.
#include <gtest/gtest.h>

#include <cctype>
#include <iterator>
#include <regex>
#include <set>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// Not to be named at all.
const std::vector<std::string> kForbiddenNames = {
    "unordered_map", "unordered_set", "random_device",
    "mt19937",       "mt19937_64",    "system_clock",
    "steady_clock",  "locale",        "high_resolution_clock",
    "this_thread",   "stringstream",  "ostringstream",
    "cout",          "cerr",          "uintptr_t",
    "hash",
};

// Not to be called; the words are harmless as names.
const std::vector<std::string> kForbiddenCalls = {
    "rand", "srand", "time",    "gettimeofday", "clock_gettime", "getenv", "setlocale", "strtod",
    "atof", "stod",  "sprintf", "snprintf",     "printf",        "exit",   "abort",
};

struct Waiver {
  std::string path;
  std::string name;
  friend auto operator<=>(const Waiver&, const Waiver&) = default;
};

std::set<Waiver> waivers() {
  std::set<Waiver> found;
  std::istringstream text(read_file(source_root() / "tests/structure/determinism_waivers.txt"));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream fields(line);
    Waiver waiver;
    std::string reason;
    fields >> waiver.path >> waiver.name >> reason;
    EXPECT_FALSE(reason.empty()) << "a waiver needs a reason: " << line;
    found.insert(waiver);
  }
  return found;
}

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether `name` stands in `code` as a whole word that `follows` accepts the rest after.
template <class Follows>
bool has_word(const std::string& code, const std::string& name, Follows follows) {
  for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !is_word_char(code[at - 1])) && (end == code.size() || !is_word_char(code[end]));
    if (whole && follows(code.substr(end))) return true;
  }
  return false;
}

bool names(const std::string& code, const std::string& name) {
  return has_word(code, name, [](const std::string&) { return true; });
}

bool calls(const std::string& code, const std::string& name) {
  return has_word(code, name, [](const std::string& rest) { return rest.starts_with('('); });
}

std::vector<std::string> forbidden_in(const std::string& code) {
  std::vector<std::string> found;
  for (const std::string& name : kForbiddenNames) {
    if (names(code, name)) found.push_back(name);
  }
  for (const std::string& name : kForbiddenCalls) {
    if (calls(code, name)) found.push_back(name);
  }
  return found;
}

TEST(DeterminismScan, NoForbiddenNameStandsInTheLibraryWithoutAWaiver) {
  const std::set<Waiver> allowed = waivers();
  std::set<Waiver> used;
  const auto files = source_files({"src", "include"});
  ASSERT_GT(files.size(), 30U);
  for (const SourceFile& file : files) {
    if (file.is_test()) continue;
    for (const std::string& line : file.lines) {
      if (line.starts_with("#include \"")) continue;  // our own headers may be named after what they hold
      for (const std::string& name : forbidden_in(without_comment(line))) {
        const Waiver waiver{file.path, name};
        EXPECT_TRUE(allowed.contains(waiver)) << file.path << ": " << line;
        used.insert(waiver);
      }
    }
  }
  EXPECT_EQ(used, allowed) << "a waiver that nothing needs";
}

// The scan itself can fail.
TEST(DeterminismScan, TheScanFindsWhatItLooksFor) {
  EXPECT_EQ(forbidden_in("  const auto now = std::chrono::system_clock::now();").size(), 1U);
  EXPECT_EQ(forbidden_in("std::unordered_map<int, int> map;").size(), 1U);
  EXPECT_EQ(forbidden_in("return std::hash<std::string>()(text);").size(), 1U);
  EXPECT_EQ(forbidden_in("  srand(1);").size(), 1U);
  EXPECT_EQ(forbidden_in("std::uint64_t time = 0; state.runtime(1); content_hash(x);").size(), 0U);
}

TEST(SourceText, EverySourceIsAscii) {
  for (const SourceFile& file : source_files({"src", "include", "cli", "web", "server", "tests", "bench", "fuzz"})) {
    for (const std::string& line : file.lines) {
      const bool ascii = std::all_of(line.begin(), line.end(), [](unsigned char c) { return c < 0x80; });
      EXPECT_TRUE(ascii) << file.path << ": " << line;
    }
  }
}

TEST(SourceText, NoSourceIsAGodFile) {
  for (const SourceFile& file : source_files({"src", "include", "cli", "web", "server"})) {
    EXPECT_LT(file.lines.size(), 500U) << file.path << ": look for a seam";
  }
}

// Whether a loop of the build list names `folder` of tests/. It takes the tests of the folder and of the folders in it.
bool loops_over(const std::string& list, const std::string& folder) {
  return std::regex_search(list, std::regex("foreach\\(folder[^)]*\\b" + folder + "\\b"));
}

// A test outside the build list does not exist.
TEST(SourceText, EveryFolderWithTestsIsInTheBuildList) {
  const std::string list = read_file(source_root() / "tests/CMakeLists.txt");
  for (const SourceFile& file : source_files({"src", "tests"})) {
    if (!file.is_test()) continue;
    const std::filesystem::path path(file.path);
    const auto folders = std::distance(path.begin(), path.end()) - 1;
    if (*path.begin() == "tests") {
      const std::string folder = *std::next(path.begin());
      const bool is_globbed = folders == 2 && list.find("/" + folder + "/*_test.cc\"") != std::string::npos;
      EXPECT_TRUE(is_globbed || (folders <= 3 && loops_over(list, folder))) << file.path;
      continue;
    }
    std::string pattern = "/src";
    for (auto i = folders; i > 1; --i) pattern += "/*";
    EXPECT_NE(list.find(pattern + "/*_test.cc\""), std::string::npos) << file.path;
  }
}

}  // namespace
}  // namespace latewood::test
