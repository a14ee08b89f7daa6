#include "server/http/target.h"

#include <cstddef>
#include <cstdint>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

Error bad_target(std::string message) {
  return {Code::InvalidArgument, std::move(message), std::string(errors::kRequestInvalid)};
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The number of bytes of the character at `text`; 0 if it is not UTF-8: overlong, a surrogate, or above U+10FFFF.
std::size_t character_size(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  const std::uint8_t second = byte(1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return is_overlong || is_outside ? 0 : size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

enum class Plus { Stays, IsSpace };

Result<std::string> decoded(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+' && plus == Plus::IsSpace) {
      out += ' ';
    } else if (text[at] != '%') {
      out += text[at];
    } else {
      const bool is_whole = at + 2 < text.size();
      const int high = is_whole ? hex_value(text[at + 1]) : -1;
      const int low = is_whole ? hex_value(text[at + 2]) : -1;
      if (high < 0 || low < 0) return bad_target("the target has an incomplete escape");
      out += static_cast<char>(high * 16 + low);
      at += 2;
    }
  }
  if (out.find('\0') != std::string::npos) return bad_target("the target has a NUL");
  if (!is_utf8(out)) return bad_target("the target is not UTF-8");
  return out;
}

Result<void> read_segments(std::string_view path, Target& target) {
  path.remove_prefix(1);
  while (true) {
    const std::size_t slash = path.find('/');
    auto segment = decoded(path.substr(0, slash), Plus::Stays);
    if (!segment) return std::move(segment).error();
    if (*segment == "." || *segment == "..") return bad_target("the path has a segment '.' or '..'");
    target.segments.push_back(*std::move(segment));
    if (slash == std::string_view::npos) return {};
    path.remove_prefix(slash + 1);
  }
}

Result<void> read_query(std::string_view query, Target& target) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    const std::size_t equals = pair.find('=');
    auto name = decoded(pair.substr(0, equals), Plus::IsSpace);
    if (!name) return std::move(name).error();
    auto value =
        decoded(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), Plus::IsSpace);
    if (!value) return std::move(value).error();
    if (!pair.empty()) target.query.emplace_back(*std::move(name), *std::move(value));
    if (end == std::string_view::npos) return {};
    query.remove_prefix(end + 1);
  }
  return {};
}

bool is_printable(std::string_view text) {
  for (const char c : text) {
    if (c <= ' ' || c > '~') return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> Target::find(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Result<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/') || !is_printable(text)) return bad_target("the target is not a path");
  const std::size_t question = text.find('?');
  Target target;
  target.path = text.substr(0, question);
  if (auto read = read_segments(target.path, target); !read) return std::move(read).error();
  if (question != std::string_view::npos) {
    if (auto read = read_query(text.substr(question + 1), target); !read) return std::move(read).error();
  }
  return target;
}

std::string escaped_segment(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("-._~@").find(c) != std::string_view::npos;
    const auto byte = static_cast<std::uint8_t>(c);
    if (is_plain) {
      out += c;
    } else {
      out.append({'%', kDigits[byte / 16], kDigits[byte % 16]});
    }
  }
  return out;
}

}  // namespace latewood::server
