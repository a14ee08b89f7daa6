#include "server/client/server_url.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kSecure = "https://";
constexpr std::string_view kUnix = "unix:";
// The system keeps the path of a socket in so many bytes.
constexpr std::size_t kLongestPath = 100;

Error bad_url(const std::string& why) {
  return {Code::InvalidArgument, "the address of the server " + why, std::string(errors::kOptionInvalid)};
}

bool is_port_number(std::string_view text) {
  std::uint16_t port = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
  return !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size() && port > 0;
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

Result<void> read_authority(std::string_view text, ServerUrl& url) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  url.host = text.substr(0, colon);
  if (url.host.starts_with('[') && url.host.ends_with(']')) url.host = url.host.substr(1, url.host.size() - 2);
  url.port = url.is_secure ? "443" : "80";
  if (colon != std::string_view::npos) url.port = text.substr(colon + 1);
  if (url.host.empty()) return bad_url("has no host");
  if (!is_port_number(url.port)) return bad_url("has no usable port");
  return {};
}

}  // namespace

std::string ServerUrl::authority() const {
  if (host.empty()) return "localhost";
  const bool has_colon = host.find(':') != std::string::npos;
  return (has_colon ? "[" + host + "]" : host) + ":" + port;
}

bool is_server_url(std::string_view store) {
  return store.starts_with(kPlain) || store.starts_with(kSecure) || store.starts_with(kUnix);
}

Result<ServerUrl> parse_server_url(std::string_view text) {
  ServerUrl url;
  url.text = text;
  if (text.starts_with(kUnix)) {
    url.path = text.substr(kUnix.size());
    if (url.path.empty() || url.path.size() > kLongestPath) return bad_url("has no usable path: unix:PATH");
    return url;
  }
  url.is_secure = text.starts_with(kSecure);
  std::string_view rest = text.substr(url.is_secure ? kSecure.size() : std::min(kPlain.size(), text.size()));
  const std::size_t slash = rest.find('/');
  const std::string_view authority = rest.substr(0, slash);
  // The text is not repeated: it may hold a password.
  if (authority.find('@') != std::string_view::npos) return bad_url("has a user name: put the token in LATEWOOD_TOKEN");
  if (!is_visible_ascii(rest)) return bad_url("has a blank or another character that must be escaped");
  if (rest.find_first_of("?#") != std::string_view::npos) return bad_url("has a query or a fragment");
  if (slash != std::string_view::npos) url.base = rest.substr(slash);
  while (url.base.ends_with('/')) url.base.pop_back();
  if (auto read = read_authority(authority, url); !read) return std::move(read).error();
  return url;
}

}  // namespace latewood::server
