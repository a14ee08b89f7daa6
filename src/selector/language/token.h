// The alphabet of the selector language: which characters make up its words, and the
// words that have a fixed meaning, spelled once for reading and writing alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "latewood/result.h"
#include "selector/language/ast.h"

namespace latewood::selector {

// A stretch of the selector's text, in bytes: where an error points to.
using Span = latewood::Place;

// ---- characters: ASCII alone, whatever the machine's settings ----

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// A character of a name without colons. An identifier may also have colons.
constexpr bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }
constexpr bool is_identifier_char(char c) { return is_name_char(c) || c == ':'; }

// Letter, then letters, digits, `_`, `-`, `:`.
bool is_identifier(std::string_view text);
// An identifier that may also start with a digit: what can follow `#` (D-32).
bool is_id(std::string_view text);
// Optional minus, digits, optional fraction.
bool is_number(std::string_view text);

// Where a type ends that is read from `identifier`: before the first colon segment that
// names a pseudo-class (D-32). The whole length if there is none.
std::size_t type_length(std::string_view identifier);

// The number that `digits` say, which may be any number of them; past the largest, that one.
std::uint64_t saturated(std::string_view digits);

// ---- words ----

template <class Meaning>
struct Word {
  std::string_view text;
  Meaning meaning;
};

inline constexpr std::array<Word<Root>, 4> kRoots = {{
    {"root", Root::Root},
    {"sys", Root::Sys},
    {"seq", Root::Seq},
    {"ah", Root::Ah},
}};

inline constexpr std::array<Word<PseudoKind>, 7> kPseudos = {{
    {"pre", PseudoKind::Pre},
    {"core", PseudoKind::Core},
    {"post", PseudoKind::Post},
    {"depth", PseudoKind::Depth},
    {"first", PseudoKind::First},
    {"last", PseudoKind::Last},
    {"nth", PseudoKind::Nth},
}};

// An operator that starts another one comes after it, so that the first that fits is right.
inline constexpr std::array<Word<Op>, 6> kOperators = {{
    {"!=", Op::NotEqual},
    {"<=", Op::LessEqual},
    {">=", Op::GreaterEqual},
    {"=", Op::Equal},
    {"<", Op::Less},
    {">", Op::Greater},
}};

// Type tokens that match by class. The first token of a class is its name, the following ones are aliases (D-11).
inline constexpr std::array<Word<tree::NodeClass>, 6> kClasses = {{
    {"mt", tree::NodeClass::Turn},
    {"mc", tree::NodeClass::Core},
    {"cb", tree::NodeClass::Block},
    {"seg", tree::NodeClass::Turn},
    {"cont", tree::NodeClass::Core},
    {"block", tree::NodeClass::Block},
}};

template <class Words>
constexpr auto meaning_of(const Words& words, std::string_view text) -> std::optional<decltype(words.front().meaning)> {
  for (const auto& word : words) {
    if (word.text == text) return word.meaning;
  }
  return std::nullopt;
}

// `meaning` must be one of the words'; the first of several spellings.
template <class Words, class Meaning>
constexpr std::string_view spelling_of(const Words& words, Meaning meaning) {
  for (const auto& word : words) {
    if (word.meaning == meaning) return word.text;
  }
  return {};
}

// `null` or `None`, without quotes.
constexpr bool is_null_word(std::string_view text) { return text == "null" || text == "None"; }

}  // namespace latewood::selector
