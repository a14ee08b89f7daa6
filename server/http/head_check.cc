#include "server/http/head_check.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

Error bad_head(std::string message) {
  return {Code::InvalidArgument, std::move(message), std::string(errors::kRequestInvalid)};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_token_character(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || is_digit(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Result<void> check_first_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  const bool has_parts = first != std::string_view::npos && first != last;
  if (!has_parts || !is_token(line.substr(0, first))) return bad_head("the first line is no request line");
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (target.find_first_of(" \t") != std::string_view::npos) return bad_head("the target has a blank");
  const std::string_view version = line.substr(last + 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return bad_head("the version is neither HTTP/1.1 nor HTTP/1.0");
  return {};
}

// The headers that give the end and the host of a request, counted over all lines.
struct Framing {
  std::size_t lengths = 0;
  std::size_t encodings = 0;
  std::size_t hosts = 0;
  bool is_old_version = false;

  Result<void> add(std::string_view name, std::string_view value) {
    if (is_same_name(name, "host")) ++hosts;
    if (is_same_name(name, "content-length")) {
      ++lengths;
      const bool is_number = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
      if (!is_number || value.size() > 18) return bad_head("Content-Length is no number");
    }
    if (is_same_name(name, "transfer-encoding")) {
      ++encodings;
      if (!is_same_name(value, "chunked")) return bad_head("the only Transfer-Encoding is 'chunked'");
    }
    return {};
  }

  Result<void> check() const {
    if (lengths > 1) return bad_head("Content-Length is given twice");
    if (encodings > 1) return bad_head("Transfer-Encoding is given twice");
    if (lengths + encodings > 1) return bad_head("Content-Length and Transfer-Encoding exclude each other");
    // A proxy of that version would not see the end of such a request.
    if (is_old_version && encodings > 0) return bad_head("HTTP/1.0 has no Transfer-Encoding");
    if (hosts != 1) return bad_head(hosts == 0 ? "the header Host is missing" : "the header Host is given twice");
    return {};
  }
};

Result<void> check_header(std::string_view line, Framing& framing) {
  if (line.front() == ' ' || line.front() == '\t') return bad_head("a header goes on in the next line");
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return bad_head("a header has no colon");
  const std::string_view name = line.substr(0, colon);
  if (!is_token(name)) return bad_head("the name of a header is no token");
  return framing.add(name, trimmed(line.substr(colon + 1)));
}

}  // namespace

Result<void> check_head(std::string_view head) {
  Framing framing;
  std::size_t lines = 0;
  while (true) {
    const std::size_t end = head.find("\r\n");
    if (end == std::string_view::npos) return bad_head("the head does not end with an empty line");
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (std::any_of(line.begin(), line.end(), is_control)) return bad_head("the head has a control character");
    if (line.empty()) break;
    if (lines == 0) framing.is_old_version = line.ends_with("HTTP/1.0");
    auto checked = lines == 0 ? check_first_line(line) : check_header(line, framing);
    if (!checked) return checked;
    if (++lines > kMostHeaders + 1) return bad_head("there are more than " + std::to_string(kMostHeaders) + " headers");
  }
  if (lines == 0 || !head.empty()) return bad_head("the first line is no request line");
  return framing.check();
}

}  // namespace latewood::server
