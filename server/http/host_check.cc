#include "server/http/host_check.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

Error refused(std::string message, std::string_view rule) {
  return {Code::InvalidArgument, std::move(message), std::string(rule)};
}

// ":7070", or nothing.
bool is_port_suffix(std::string_view text) {
  if (text.empty()) return true;
  return text.size() > 1 && text.front() == ':' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_scheme(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

std::string value_of(const Request& request, std::string_view name) {
  const std::string* value = request.find_header(name);
  return value == nullptr ? std::string() : lowered(*value);
}

}  // namespace

std::string_view host_without_port(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  if (bracket != std::string_view::npos) return host.substr(0, bracket + 1);
  return host.substr(0, host.find(':'));
}

HostCheck::HostCheck(std::vector<std::string> served) : served_(std::move(served)) {
  for (std::string& name : served_) name = lowered(name);
  for (const char* name : {"localhost", "127.0.0.1", "[::1]"}) served_.emplace_back(name);
}

Result<void> HostCheck::check_host(const Request& request) const {
  const std::string host = value_of(request, "host");
  const std::string_view name = host_without_port(host);
  const bool is_served = std::find(served_.begin(), served_.end(), name) != served_.end();
  if (is_served && is_port_suffix(std::string_view(host).substr(name.size()))) return {};
  return refused("this server does not serve the host that the request names", errors::kHostRefused);
}

Result<void> check_origin(const Request& request) {
  const Error error = refused("a page of another site sent this request", errors::kOriginRefused);
  const std::string* origin = request.find_header("origin");
  if (origin != nullptr) {
    const std::string host = value_of(request, "host");
    const std::string sender = lowered(*origin);
    if (host.empty() || without_scheme(sender) != host) return error;
  }
  const std::string site = value_of(request, "sec-fetch-site");
  if (site.empty() || site == "same-origin" || site == "none") return {};
  const bool is_link = request.method == "GET" && value_of(request, "sec-fetch-mode") == "navigate" &&
                       value_of(request, "sec-fetch-dest") == "document";
  const bool is_page = request.target.segments.size() == 1;
  if (is_link && is_page) return {};
  return error;
}

}  // namespace latewood::server
