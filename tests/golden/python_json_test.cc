// The law behind HASH-05, HASH-06 and HASH-07: for any document, `canonical_json`
// writes the bytes that Python writes. Python itself is asked; without it the
// test fails.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/utf8.h"
#include "support/random/random.h"
#include "support/test_files.h"

namespace latewood {
namespace {

using test::Random;

constexpr std::uint64_t kJsonSeed = 20240229;

bool one_in(std::size_t n, Random& random) { return random.below(n) == 0; }

std::string digits(std::size_t count, Random& random) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.push_back(static_cast<char>('0' + random.below(10)));
  return text;
}

double finite_double(Random& random) {
  for (;;) {
    const double value = std::bit_cast<double>(random.number());
    if (std::isfinite(value)) return value;
  }
}

// With `precision` digits behind the point; from 766 on it is exact for any double.
std::string scientific(long double value, int precision) {
  std::array<char, 1200> text;
  const int length = std::snprintf(text.data(), text.size(), "%.*Le", precision, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string shortest(double value) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  return {text.data(), end};
}

// The exact decimal text of the number halfway between two neighbouring doubles,
// or of one just above it, which a reader must round up.
std::string halfway(Random& random) {
  static_assert(std::numeric_limits<long double>::digits > 53, "a double's halves must be exact");
  const double low = std::fabs(finite_double(random));
  const double high = std::nextafter(low, HUGE_VAL);
  std::string text = scientific((static_cast<long double>(low) + static_cast<long double>(high)) / 2, 800);
  if (one_in(2, random)) text.insert(text.find('e'), "1");
  return text;
}

// The values that carry the most risk: few digits around the bounds of Python's
// positional form.
std::string short_decimal(Random& random) {
  return "1" + digits(1 + random.below(3), random) + "." + digits(1 + random.below(17), random) + "e" +
         std::to_string(static_cast<int>(random.below(44)) - 22);
}

std::string double_text(Random& random) {
  const std::string sign = one_in(2, random) ? "-" : "";
  switch (random.below(8)) {
    case 0: return shortest(finite_double(random));
    case 1: return scientific(finite_double(random), static_cast<int>(random.below(30)));
    case 2: return sign + halfway(random);
    // Subnormal numbers.
    case 3: return sign + shortest(std::bit_cast<double>(random.number() >> (12 + random.below(52))));
    // Powers of ten and their neighbours, past both ends of the range.
    case 4: return sign + "1e" + std::to_string(static_cast<int>(random.below(720)) - 360);
    case 5: return sign + "9." + std::string(1 + random.below(20), '9') + "e" + std::to_string(random.below(310));
    // Integers around and above 2^53, written as doubles.
    case 6: return sign + std::to_string(random.number() >> random.below(12)) + ".0";
    default: return sign + short_decimal(random);
  }
}

std::string integer_text(Random& random) {
  if (one_in(8, random)) return one_in(2, random) ? "-0" : "0";
  const std::size_t length = one_in(4, random) ? 18 + random.below(60) : random.below(5);
  return (one_in(2, random) ? "-" : "") + std::to_string(1 + random.below(9)) + digits(length, random);
}

char32_t code_point(Random& random) {
  switch (random.below(6)) {
    case 0: return static_cast<char32_t>(random.below(0x20));
    case 1: return static_cast<char32_t>(0x7e + random.below(0x100));
    case 2: return static_cast<char32_t>(random.below(0xd800));
    case 3: return static_cast<char32_t>(0xe000 + random.below(0x110000 - 0xe000));
    default: return static_cast<char32_t>(0x20 + random.below(0x60));
  }
}

bool must_escape(char32_t code) { return code < 0x20 || code == '"' || code == '\\'; }

std::string escaped(char32_t code, bool upper_case) {
  const char* format = upper_case ? "\\u%04X\\u%04X" : "\\u%04x\\u%04x";
  const bool pair = code >= 0x10000;
  const unsigned first = pair ? 0xd800 + ((code - 0x10000) >> 10) : code;
  std::array<char, 13> text;
  std::snprintf(text.data(), text.size(), format, first, pair ? 0xdc00 + (code & 0x3ff) : 0);
  return {text.data(), pair ? 12u : 6u};
}

std::string string_text(Random& random) {
  std::string text = "\"";
  for (std::size_t left = random.below(24); left > 0; --left) {
    const char32_t code = code_point(random);
    if (must_escape(code) || one_in(4, random)) {
      text += escaped(code, one_in(2, random));
    } else {
      append_utf8(text, code);
    }
  }
  return text + "\"";
}

std::string space(Random& random) { return one_in(6, random) ? (one_in(2, random) ? " " : "\t\r ") : ""; }

std::string value_text(Random& random, int depth);

std::string array_text(Random& random, int depth) {
  std::string text = "[";
  for (std::size_t i = 0, count = random.below(6); i < count; ++i)
    text += (i == 0 ? "" : ",") + value_text(random, depth);
  return text + space(random) + "]";
}

// Python keeps the last of duplicate keys where we refuse them, so keys are unique.
std::string object_text(Random& random, int depth) {
  std::string text = "{";
  std::set<std::string> keys;
  for (std::size_t left = random.below(6); left > 0; --left) {
    const std::string key = string_text(random);
    if (!keys.insert(*parse_json(key)->as_string()).second) continue;
    text += (keys.size() == 1 ? "" : ",") + space(random) + key + space(random) + ":" + value_text(random, depth);
  }
  return text + space(random) + "}";
}

std::string value_text(Random& random, int depth) {
  constexpr std::array<std::string_view, 3> kWords = {"null", "true", "false"};
  const std::size_t kinds = depth == 0 ? 4 : 8;
  std::string text = space(random);
  switch (random.below(kinds)) {
    case 0: text += kWords[random.below(kWords.size())]; break;
    case 1: text += integer_text(random); break;
    case 2: text += double_text(random); break;
    case 3: text += string_text(random); break;
    case 4:
    case 5: text += array_text(random, depth - 1); break;
    default: text += object_text(random, depth - 1);
  }
  return text + space(random);
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "latewood-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// What Python makes of each line; empty if it could not be run.
std::vector<std::string> python_canonical(const std::vector<std::string>& lines) {
  const TemporaryFolder folder;
  std::ofstream input(folder / "input", std::ios::binary);
  for (const std::string& line : lines) input << line << '\n';
  input.close();
  const std::string script = (test::source_root() / "tests/golden/python_json.py").string();
  const std::string command =
      "python3 '" + script + "' < '" + (folder / "input").string() + "' > '" + (folder / "output").string() + "'";
  if (std::system(command.c_str()) != 0) return {};
  std::ifstream output(folder / "output", std::ios::binary);
  std::vector<std::string> answers;
  for (std::string line; std::getline(output, line);) answers.push_back(line);
  return answers;
}

std::string our_canonical(const std::string& line) {
  const auto parsed = parse_json(line);
  return parsed ? canonical_json(*parsed) : "refused";
}

void expect_python_agrees(const std::vector<std::string>& lines) {
  const std::vector<std::string> answers = python_canonical(lines);
  ASSERT_EQ(answers.size(), lines.size()) << "python3 must be installed and read every line";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(our_canonical(lines[i]), answers[i]) << "line " << i << " of seed " << kJsonSeed << ": " << lines[i];
  }
}

TEST(PythonJson, WritesEveryDoubleAsWeDo) {
  std::cout << "seed " << kJsonSeed << '\n';
  Random random(kJsonSeed);
  std::vector<std::string> lines;
  for (int i = 0; i < 100000; ++i) lines.push_back(double_text(random));
  expect_python_agrees(lines);
}

TEST(PythonJson, WritesEveryCharacterAsWeDo) {
  std::vector<std::string> lines;
  for (char32_t code = 0; code <= 0x10ffff; ++code) {
    if (code % 256 == 0) lines.push_back("\"");
    if (must_escape(code)) {
      lines.back() += escaped(code, false);
    } else if (!is_surrogate(code)) {
      append_utf8(lines.back(), code);
    }
    if (code % 256 == 255) lines.back() += '"';
  }
  expect_python_agrees(lines);
}

TEST(PythonJson, WritesEveryDocumentAsWeDo) {
  std::cout << "seed " << kJsonSeed << '\n';
  Random random(kJsonSeed);
  std::vector<std::string> lines;
  for (int i = 0; i < 20000; ++i) lines.push_back(value_text(random, 4));
  expect_python_agrees(lines);
}

}  // namespace
}  // namespace latewood
