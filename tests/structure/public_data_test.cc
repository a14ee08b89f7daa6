// Data that every caller may change. A type is one of two things: a `class`, whose functions keep its data consistent,
// or a `struct`, whose members may have any values independently of each other. A type with both kinds of data hides
// which of them a caller may set.
#include <gtest/gtest.h>

#include <cctype>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// A class or struct with its members as text: every function body is "{}", every list of arguments "()".
struct TypeText {
  bool is_class = false;
  std::string name;
  struct Member {
    std::string text;
    bool is_public = false;
  };
  std::vector<Member> members = {};
};

// One past the bracket that closes the one at `at`.
std::size_t end_of_bracket(const std::string& code, std::size_t at) {
  const char open = code[at];
  const char close = open == '(' ? ')' : '}';
  std::size_t depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at + 1;
  }
  return at;
}

std::size_t skip_spaces(const std::string& code, std::size_t at) {
  while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0) ++at;
  return at;
}

// Whether a member that ends in "{}" is a function: its body needs no semicolon.
bool ends_with_body(const std::string& member, const std::string& code, std::size_t after) {
  if (member.find("()") == std::string::npos) return false;
  const std::size_t next = skip_spaces(code, after);
  return next >= code.size() || (code[next] != ',' && code[next] != '{' && code[next] != ';');
}

class MemberReader {
 public:
  MemberReader(std::string body, bool is_public) : body_(std::move(body)), is_public_(is_public) {}

  std::vector<TypeText::Member> read() {
    while (at_ < body_.size()) step();
    return std::move(members_);
  }

 private:
  void step() {
    static const std::regex label(R"(^(public|private|protected)\s*:(?!:))");
    std::smatch found;
    const char c = body_[at_];
    if (c == '{' || c == '(') {
      at_ = end_of_bracket(body_, at_);
      text_ += c == '{' ? "{}" : "()";
      if (c == '{' && ends_with_body(text_, body_, at_)) finish();
    } else if (c == ';') {
      ++at_;
      finish();
    } else if (text_.empty() && std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (const std::string rest = body_.substr(at_, 20); text_.empty() && std::regex_search(rest, found, label)) {
      is_public_ = found[1] == "public";
      at_ += static_cast<std::size_t>(found.length());
    } else {
      text_ += c == '\n' ? ' ' : c;
      ++at_;
    }
  }

  void finish() {
    if (!text_.empty()) members_.push_back({std::move(text_), is_public_});
    text_.clear();
  }

  std::string body_;
  bool is_public_;
  std::size_t at_ = 0;
  std::string text_;
  std::vector<TypeText::Member> members_;
};

std::vector<TypeText> types_in(const std::string& code) {
  static const std::regex head(R"(\b(class|struct)\s+((?:\w+::)*\w+)(?:\s+final)?\s*(?::(?!:)[^;{]*)?\{)");
  std::vector<TypeText> types;
  for (auto at = std::sregex_iterator(code.begin(), code.end(), head); at != std::sregex_iterator(); ++at) {
    const auto begin = static_cast<std::size_t>(at->position());
    if (begin >= 5 && code.compare(begin - 5, 5, "enum ") == 0) continue;
    const std::size_t open = begin + static_cast<std::size_t>(at->length()) - 1;
    const std::size_t end = end_of_bracket(code, open);
    TypeText type{(*at)[1] == "class", (*at)[2]};
    type.members = MemberReader(code.substr(open + 1, end - open - 2), !type.is_class).read();
    types.push_back(std::move(type));
  }
  return types;
}

// Whether the member is a variable of each object that may get another value.
bool is_variable(const std::string& member) {
  static const std::regex no_variable(
      R"(^(using|friend|static|typedef|enum|struct|class|template|static_assert|explicit|virtual)\b)");
  static const std::regex arguments(R"(<[^<>]*>)");
  if (std::regex_search(member, no_variable)) return false;
  std::string text = member.substr(0, member.find('='));
  for (std::string before; before != text;) {
    before = text;
    text = std::regex_replace(text, arguments, "");
  }
  const bool is_function_pointer = text.find("()()") != std::string::npos;
  const bool is_function = text.find("()") != std::string::npos && !is_function_pointer;
  if (is_function || text.find("operator") != std::string::npos) return false;
  const bool is_constant = text.starts_with("const ") && text.find('*') == std::string::npos;
  const bool is_fixed = text.find("* const ") != std::string::npos || text.find('&') != std::string::npos;
  return !is_constant && !is_fixed;
}

// Public variables of a class, and of a struct that also has private ones.
std::vector<std::string> open_data_in(const std::string& code) {
  std::vector<std::string> found;
  for (const TypeText& type : types_in(code)) {
    std::vector<std::string> open;
    bool has_closed = type.is_class;
    for (const TypeText::Member& member : type.members) {
      if (!is_variable(member.text)) continue;
      if (member.is_public) open.push_back(type.name + ": " + member.text);
      has_closed = has_closed || !member.is_public;
    }
    if (has_closed) found.insert(found.end(), open.begin(), open.end());
  }
  return found;
}

TEST(PublicData, NoClassHasAny) {
  std::size_t types = 0;
  for (const SourceFile& file : source_files({"include", "src", "cli", "web", "python", "bench"})) {
    if (file.is_test()) continue;
    const std::string code = code_of(file.lines);
    types += types_in(code).size();
    for (const std::string& member : open_data_in(code)) ADD_FAILURE() << file.path << ": " << member;
  }
  EXPECT_GT(types, 500U);
}

// The scan finds what it looks for, and only that.
TEST(PublicData, TheScanFindsPlantedExamples) {
  EXPECT_EQ(open_data_in("class A { public: A() : a(1) {} int a; };").size(), 1U);
  EXPECT_EQ(open_data_in("class A { public: std::function<void()> call; };").size(), 1U);
  EXPECT_EQ(open_data_in("class A { public: bool (*test)(int); const char* text = \"\"; };").size(), 2U);
  EXPECT_EQ(open_data_in("struct A { int a = 0; int sum() const { return a + b_; } private: int b_{1}; };").size(), 1U);
  EXPECT_EQ(open_data_in("class A { public: const int a; B& b; C* const c; static constexpr int kD = 1; };").size(),
            0U);
  EXPECT_EQ(open_data_in("class A { public: int f() const { return a_; } using B = int; private: int a_; };").size(),
            0U);
  EXPECT_EQ(open_data_in("struct A { int a; std::vector<int> b = {}; void add(int c) { a += c; } };").size(), 0U);
  EXPECT_EQ(open_data_in("enum class A { B, C }; class D { public: enum class E { F }; struct G { int h; }; };").size(),
            0U);
}

}  // namespace
}  // namespace latewood::test
