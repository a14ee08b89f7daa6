// The paths in docs/architecture.md: their functions exist, and their figures are those of the list.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// A line of a path: the indentation shows which earlier line calls it.
struct Step {
  std::size_t indentation = 0;
  std::string function;
  std::string file;
};

struct Figures {
  std::size_t functions = 0;
  std::size_t files = 0;
  std::size_t folders = 0;
  std::size_t calls = 0;  // into another folder
  friend bool operator==(const Figures&, const Figures&) = default;
};

std::string tour() { return read_file(source_root() / "docs/architecture.md"); }

// The section below the heading `title`, up to the next heading.
std::string section(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find("\n## " + title + "\n");
  EXPECT_NE(begin, std::string::npos) << title;
  return begin == std::string::npos ? std::string() : text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

std::vector<Step> steps_in(const std::string& text) {
  static const std::regex step(R"(^( {4,})(\S.*\S) +(\S+\.(?:cc|h))$)");
  std::vector<Step> steps;
  std::istringstream lines(text);
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, found, step)) {
      steps.push_back({static_cast<std::size_t>(found.length(1)), found[2], found[3]});
    }
  }
  return steps;
}

Figures figures_of(const std::vector<Step>& steps) {
  Figures figures;
  std::set<std::string> files;
  std::set<std::string> folders;
  std::vector<const Step*> callers;
  for (const Step& step : steps) {
    while (!callers.empty() && callers.back()->indentation >= step.indentation) callers.pop_back();
    if (!callers.empty() && folder_of(callers.back()->file) != folder_of(step.file)) ++figures.calls;
    callers.push_back(&step);
    files.insert(step.file);
    folders.insert(folder_of(step.file));
  }
  figures.functions = steps.size();
  figures.files = files.size();
  figures.folders = folders.size();
  return figures;
}

// The figures that the text of the section states.
Figures stated_in(const std::string& text) {
  static const std::regex sentence(
      R"(The path has (\d+) functions in (\d+) files of (\d+) folders,\s+with (\d+) calls\s+into another folder)");
  std::smatch found;
  if (!std::regex_search(text, found, sentence)) return {};
  return {std::stoul(found[1]), std::stoul(found[2]), std::stoul(found[3]), std::stoul(found[4])};
}

std::string in_words(const Figures& figures) {
  return std::to_string(figures.functions) + " functions, " + std::to_string(figures.files) + " files, " +
         std::to_string(figures.folders) + " folders, " + std::to_string(figures.calls) + " calls";
}

TEST(Paths, HaveTheFiguresThatTheTextStates) {
  for (const char* title : {"One commit", "One question"}) {
    const std::string text = section(tour(), title);
    const Figures figures = figures_of(steps_in(text));
    EXPECT_EQ(stated_in(text), figures) << title << " has " << in_words(figures);
  }
}

// This number may only be lowered.
TEST(Paths, ACommitCallsFewFunctionsOfOtherFolders) {
  EXPECT_LE(figures_of(steps_in(section(tour(), "One commit"))).calls, 25U);
}

// The last name of a step is a word of its file: `Editor::insert` is `insert`, `refresh (attempts)` is `refresh`.
TEST(Paths, NameFunctionsThatExist) {
  for (const char* title : {"One commit", "One question"}) {
    for (const Step& step : steps_in(section(tour(), title))) {
      std::filesystem::path file = source_root() / "src" / step.file;
      if (!std::filesystem::exists(file)) file = source_root() / step.file;
      ASSERT_TRUE(std::filesystem::exists(file)) << step.file;
      std::string name = step.function.substr(0, step.function.find(" ("));
      name = name.substr(name.rfind(':') + 1);
      EXPECT_TRUE(std::regex_search(read_file(file), std::regex("\\b" + name + "\\("))) << name << " in " << step.file;
    }
  }
}

TEST(Paths, TheCountFollowsTheIndentation) {
  const std::vector<Step> steps = {{4, "a", "x/a.cc"}, {6, "b", "y/b.cc"}, {8, "c", "y/b.cc"}, {6, "d", "x/d.cc"}};
  EXPECT_EQ(figures_of(steps), (Figures{4, 3, 2, 1}));
  EXPECT_EQ(steps_in("text\n    run (all)    x/a.cc\n      bb  y/b.h\n").size(), 2U);
}

}  // namespace
}  // namespace latewood::test
