// The form of classes: one level of inheritance, no unchecked downcasts, no public data that may be changed, and
// nothing written behind `const`.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

const std::vector<std::string> kProgram = {"include", "src", "cli", "web", "server", "python", "node", "bench"};

// The bases of each class of the sources that has any, by the last part of its name.
using Bases = std::map<std::string, std::set<std::string>>;

void add_bases(const std::string& code, Bases& bases) {
  static const std::regex derived(R"(\b(?:class|struct)\s+(?:\w+::)*(\w+)(?:\s+final)?\s*:(?!:)\s*([^{};]*)\{)");
  static const std::regex base(R"((?:\w+::)*(\w+))");
  static const std::regex noise(R"(\b(public|protected|private|virtual)\b|<[^<>]*>)");
  for (auto at = std::sregex_iterator(code.begin(), code.end(), derived); at != std::sregex_iterator(); ++at) {
    const std::string list = std::regex_replace((*at)[2].str(), noise, " ");
    for (auto each = std::sregex_iterator(list.begin(), list.end(), base); each != std::sregex_iterator(); ++each) {
      bases[(*at)[1]].insert((*each)[1]);
    }
  }
}

std::vector<std::string> deep_classes(const Bases& bases) {
  std::vector<std::string> deep;
  for (const auto& [name, own] : bases) {
    const bool is_deep =
        std::any_of(own.begin(), own.end(), [&bases](const auto& base) { return bases.contains(base); });
    if (is_deep) deep.push_back(name);
  }
  return deep;
}

// The casts of `code` to a class that has a base.
std::vector<std::string> downcasts_in(const std::string& code, const Bases& bases) {
  static const std::regex cast(R"(static_cast<\s*(?:const\s+)?(?:\w+::)*(\w+)(?:<[^<>]*>)?(?:\s+const)?\s*[&*]+\s*>)");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(code.begin(), code.end(), cast); at != std::sregex_iterator(); ++at) {
    if (bases.contains((*at)[1])) found.push_back((*at)[0]);
  }
  return found;
}

// Members that const functions write. A mutex is no data.
std::vector<std::string> writes_behind_const(const std::string& code) {
  static const std::regex write(R"(\bconst_cast\b|\n\s*mutable\s+(?!std::mutex\b)[^;]*;)");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(code.begin(), code.end(), write); at != std::sregex_iterator(); ++at) {
    found.push_back((*at)[0]);
  }
  return found;
}

Bases bases_of_program() {
  Bases bases;
  for (const SourceFile& file : source_files(kProgram)) add_bases(code_of(file.lines), bases);
  return bases;
}

// Casts that are right. The path of the file, and why.
const std::map<std::string, std::string> kCheckedCasts = {
    {"src/tree/memory/persistent_vector.h", "the level, or `is_leaf`, tells which of two kinds a block is"},
};

TEST(ClassForm, InheritanceHasOneLevel) {
  const Bases bases = bases_of_program();
  EXPECT_GT(bases.size(), 15U);
  for (const std::string& name : deep_classes(bases)) ADD_FAILURE() << name << " has a base that has a base";
}

TEST(ClassForm, NothingIsCastDownWithoutACheck) {
  const Bases bases = bases_of_program();
  for (const SourceFile& file : source_files(kProgram)) {
    if (kCheckedCasts.contains(file.path)) continue;
    for (const std::string& cast : downcasts_in(code_of(file.lines), bases)) ADD_FAILURE() << file.path << ": " << cast;
  }
}

// The one cache that is written behind `const` is that of loaded pages, which never change (tree/ring_page.h).
TEST(ClassForm, TheEngineWritesNothingBehindConst) {
  for (const SourceFile& file : source_files({"src/engine"})) {
    for (const std::string& write : writes_behind_const(code_of(file.lines)))
      ADD_FAILURE() << file.path << ": " << write;
  }
}

// The scans find what they look for.
TEST(ClassForm, TheScansFindPlantedExamples) {
  Bases bases;
  add_bases("class Base {};\nclass Only : public Base {\n};\nclass Deep final : public ns::Only { int x; };\n", bases);
  EXPECT_EQ(deep_classes(bases), std::vector<std::string>{"Deep"});
  EXPECT_EQ(downcasts_in("auto& a = static_cast<Only&>(base); f(static_cast<const ns::Only*>(p));", bases).size(), 2U);
  EXPECT_EQ(downcasts_in("static_cast<int>(x); static_cast<Base&>(only); static_cast<void*>(p);", bases).size(), 0U);
  EXPECT_EQ(writes_behind_const("class A {\n  mutable int seen_;\n  mutable std::mutex mutex_;\n};").size(), 1U);
  EXPECT_EQ(writes_behind_const("const_cast<A&>(a).write(); [x]() mutable { x++; };").size(), 1U);
  EXPECT_EQ(code_of({"a; // static_cast<Only&>(b)", "f(\"const_cast\");"}), "a; \nf(\"\");\n");
}

}  // namespace
}  // namespace latewood::test
