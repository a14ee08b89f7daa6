#include "server/http/response_head.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "server/http/problem.h"

namespace latewood::server {
namespace {

// "Sat, 31 Jan 2026 12:00:00 GMT", in English in every locale.
std::string date_text(std::time_t now) {
  static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT", kDays[parts.tm_wday], parts.tm_mday,
                kMonths[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

// A line break in a value would begin another header.
void add(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) {
    if (c != '\r' && c != '\n' && c != '\0') out += c;
  }
  out.append("\r\n");
}

bool has(const Response& response, std::string_view name) {
  return std::any_of(response.headers.begin(), response.headers.end(),
                     [name](const ResponseHeader& header) { return header.name == name; });
}

}  // namespace

std::string head_text(const Response& response, BodyEnd end, bool keeps_alive) {
  std::string out = "HTTP/1.1 " + std::to_string(response.status) + " ";
  out.append(reason_of(response.status)).append("\r\n");
  add(out, "Date", date_text(std::time(nullptr)));
  const bool may_have_body = response.status != 204 && response.status != 304;
  if (may_have_body) add(out, "Content-Type", response.media_type);
  if (end == BodyEnd::Length && may_have_body) add(out, "Content-Length", std::to_string(response.bytes().size()));
  if (end == BodyEnd::Chunks) add(out, "Transfer-Encoding", "chunked");
  if (!keeps_alive) add(out, "Connection", "close");
  if (!has(response, "Cache-Control")) add(out, "Cache-Control", "private, no-cache");
  add(out, "X-Content-Type-Options", "nosniff");
  add(out, "Referrer-Policy", "no-referrer");
  add(out, "Cross-Origin-Resource-Policy", "same-origin");
  for (const ResponseHeader& header : response.headers) add(out, header.name, header.value);
  return out + "\r\n";
}

std::string chunk_text(const std::string& text) {
  char size[24];
  std::snprintf(size, sizeof size, "%zx\r\n", text.size());
  return size + text + "\r\n";
}

}  // namespace latewood::server
