#include "server/proxy/relayed_head.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace latewood::server {
namespace {

// Headers of one connection, not of the message (RFC 9110, 7.6.1). `Transfer-Encoding` stays, since the bytes of the
// chunks are passed on as they are.
constexpr std::array<std::string_view, 8> kOfOneConnection = {
    "connection",          "keep-alive", "proxy-connection", "proxy-authenticate",
    "proxy-authorization", "te",         "upgrade",          "http2-settings"};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Calls `visit` with each element of a list with commas.
template <class Visit>
void for_each_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    visit(trimmed(list.substr(0, comma)));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool is_dropped(const RelayedHead& head, std::string_view name) {
  for (const std::string_view known : kOfOneConnection) {
    if (is_header(name, known)) return true;
  }
  return head.has_word("connection", lowered(name));
}

void add(std::string& out, const HeadLine& line) {
  out.append(line.name).append(": ").append(line.value).append("\r\n");
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size() && !text.empty();
  return is_whole ? std::optional(number) : std::nullopt;
}

}  // namespace

bool is_header(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; });
}

std::string_view RelayedHead::find(std::string_view name) const {
  for (const HeadLine& line : lines) {
    if (is_header(line.name, name)) return line.value;
  }
  return {};
}

bool RelayedHead::has(std::string_view name) const {
  return std::any_of(lines.begin(), lines.end(), [name](const HeadLine& line) { return is_header(line.name, name); });
}

bool RelayedHead::has_word(std::string_view name, std::string_view word) const {
  bool found = false;
  for (const HeadLine& line : lines) {
    if (!is_header(line.name, name)) continue;
    for_each_word(line.value, [&](std::string_view each) { found = found || is_header(each, word); });
  }
  return found;
}

std::optional<RelayedHead> read_relayed_head(std::string_view head) {
  RelayedHead read;
  bool is_first = true;
  while (true) {
    const std::size_t end = head.find("\r\n");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (line.empty()) break;
    if (is_first) {
      read.first = line;
      is_first = false;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    read.lines.push_back({line.substr(0, colon), trimmed(line.substr(colon + 1))});
  }
  if (is_first) return std::nullopt;
  return read;
}

RequestLine read_request_line(std::string_view head) {
  const std::string_view line = head.substr(0, head.find("\r\n"));
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return {};
  return {line.substr(0, first), line.substr(first + 1, last - first - 1), line.substr(last + 1)};
}

int status_in(const RelayedHead& head) {
  constexpr std::string_view kVersion = "HTTP/1.";
  if (!head.first.starts_with(kVersion) || head.first.size() < 12) return 0;
  const auto number = number_in(head.first.substr(9, 3));
  return number && *number >= 100 ? static_cast<int>(*number) : 0;
}

BodyFrame frame_of_request(const RelayedHead& head) {
  if (head.has_word("transfer-encoding", "chunked")) return BodyFrame::of_chunks();
  return BodyFrame::of_length(number_in(head.find("content-length")).value_or(0));
}

std::optional<BodyFrame> frame_of_answer(const RelayedHead& head, std::string_view method, int status) {
  const bool is_empty = method == "HEAD" || status < 200 || status == 204 || status == 304;
  if (is_empty) return BodyFrame::none();
  if (head.has_word("transfer-encoding", "chunked")) return BodyFrame::of_chunks();
  if (head.has("transfer-encoding")) return BodyFrame::until_close();
  std::optional<std::uint64_t> length;
  for (const HeadLine& line : head.lines) {
    if (!is_header(line.name, "content-length")) continue;
    const auto number = number_in(line.value);
    if (!number || (length && *length != *number)) return std::nullopt;
    length = number;
  }
  return length ? BodyFrame::of_length(*length) : BodyFrame::until_close();
}

std::string head_for_vendor(const RelayedHead& head, std::string_view first, std::string_view host) {
  std::string out(first);
  out.append("\r\n");
  for (const HeadLine& line : head.lines) {
    if (is_header(line.name, "host")) {
      out.append(line.name).append(": ").append(host).append("\r\n");
      continue;
    }
    const bool is_for_proxy = is_header(line.name.substr(0, 11), "x-latewood-");
    if (!is_for_proxy && !is_dropped(head, line.name)) add(out, line);
  }
  return out + "\r\n";
}

std::string head_for_client(const RelayedHead& head, bool keeps_alive) {
  std::string out(head.first);
  out.append("\r\n");
  for (const HeadLine& line : head.lines) {
    if (!is_dropped(head, line.name)) add(out, line);
  }
  if (!keeps_alive) out.append("Connection: close\r\n");
  return out + "\r\n";
}

}  // namespace latewood::server
