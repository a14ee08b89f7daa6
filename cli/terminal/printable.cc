#include "cli/terminal/printable.h"

#include <algorithm>

#include "cli/terminal/characters.h"

namespace latewood::cli {
namespace {

constexpr std::string_view kCut = "...";

void append_hex(std::string& out, char32_t code, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[(code >> shift) & 15U];
}

void append_escape(std::string& out, const Character& character) {
  if (!character.is_valid || character.code < 0x80) {
    out += "\\x";
    append_hex(out, character.code, 2);
  } else if (character.code <= 0xffff) {
    out += "\\u";
    append_hex(out, character.code, 4);
  } else {
    out += "\\U";
    append_hex(out, character.code, 8);
  }
}

bool is_shown(const Character& character) { return character.is_valid && !is_hidden(character.code); }

std::string escaped(std::string_view text, bool keeps_line_feeds) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool stays = is_shown(character) || (keeps_line_feeds && character.code == '\n');
    if (stays) {
      out.append(text.substr(0, character.length));
    } else {
      append_escape(out, character);
    }
    text.remove_prefix(character.length);
  }
  return out;
}

// The length in bytes of the characters that fit into `columns`.
std::size_t bytes_that_fit(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character character = first_character(text.substr(at));
    used += character.is_valid ? columns_of(character.code) : 1;
    if (used > columns) break;
    at += character.length;
  }
  return at;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, false); }

std::string printable_lines(std::string_view text) { return escaped(text, true); }

bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    if (!is_shown(character)) return false;
    at += character.length;
  }
  return true;
}

std::size_t columns_of(std::string_view text) {
  const std::string shown = printable(text);
  std::size_t columns = 0;
  for (std::size_t at = 0; at < shown.size();) {
    const Character character = first_character(std::string_view(shown).substr(at));
    columns += columns_of(character.code);
    at += character.length;
  }
  return columns;
}

std::string clipped(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  const std::string_view cut = kCut.substr(0, std::min(columns, kCut.size()));
  return std::string(text.substr(0, bytes_that_fit(text, columns - cut.size()))).append(cut);
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string padded_left(const std::string& text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(used < columns ? columns - used : 0, ' ') + text;
}

}  // namespace latewood::cli
