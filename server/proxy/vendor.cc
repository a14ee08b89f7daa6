#include "server/proxy/vendor.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

constexpr std::uint16_t kHttp = 80;
constexpr std::uint16_t kHttps = 443;

Error bad_url(std::string_view text, std::string_view why) {
  return {Code::InvalidArgument, "'" + std::string(text) + "' is no address of a vendor: " + std::string(why),
          std::string(errors::kOptionInvalid)};
}

bool is_host_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_' || c == ':';
}

bool is_path_character(char c) { return c > ' ' && c < 0x7F && c != '?' && c != '#'; }

}  // namespace

std::string VendorUrl::authority() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  std::string out = is_v6 ? "[" + host + "]" : host;
  if (port != (is_secure ? kHttps : kHttp)) out += ":" + std::to_string(port);
  return out;
}

Result<VendorUrl> parse_vendor_url(std::string_view text) {
  VendorUrl url;
  std::string_view rest = text;
  if (rest.starts_with("http://")) {
    url.is_secure = false;
    rest.remove_prefix(7);
  } else if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else {
    return bad_url(text, "it begins with neither http:// nor https://");
  }
  const std::size_t slash = rest.find('/');
  std::string_view authority = rest.substr(0, slash);
  url.path = slash == std::string_view::npos ? std::string() : std::string(rest.substr(slash));
  while (url.path.ends_with('/')) url.path.pop_back();
  if (!std::all_of(url.path.begin(), url.path.end(), is_path_character))
    return bad_url(text, "its path cannot be used");
  url.port = url.is_secure ? kHttps : kHttp;
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const std::string_view digits = authority.substr(colon + 1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), url.port);
    const bool is_port = read.ec == std::errc() && read.ptr == digits.data() + digits.size() && url.port != 0;
    if (!is_port) return bad_url(text, "its port is no number from 1 to 65535");
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) authority = authority.substr(1, authority.size() - 2);
  url.host = authority;
  const bool is_host = !url.host.empty() && std::all_of(url.host.begin(), url.host.end(), is_host_character);
  if (!is_host) return bad_url(text, "it names no host");
  return url;
}

const std::vector<Vendor>& vendors() {
  static const std::vector<Vendor> kVendors = {
      {"openai", "/openai/v1", "/openai/v1/*", "https://api.openai.com/v1"},
      {"anthropic", "/anthropic", "/anthropic/*", "https://api.anthropic.com"},
      {"gemini", "/gemini", "/gemini/*", "https://generativelanguage.googleapis.com"},
  };
  return kVendors;
}

const Vendor* find_vendor(std::string_view target) {
  for (const Vendor& vendor : vendors()) {
    if (!target.starts_with(vendor.prefix)) continue;
    const std::string_view rest = target.substr(vendor.prefix.size());
    if (rest.empty() || rest.front() == '/' || rest.front() == '?') return &vendor;
  }
  return nullptr;
}

std::optional<RecordedKind> find_recorded_kind(const Vendor& vendor, std::string_view method, std::string_view path) {
  if (method != "POST") return std::nullopt;
  if (vendor.name == "openai") {
    if (path == "/chat/completions") return RecordedKind{ChatFormat::OpenAi};
    if (path == "/responses") return RecordedKind{ChatFormat::Responses};
    return std::nullopt;
  }
  if (vendor.name == "anthropic") {
    if (path == "/v1/messages") return RecordedKind{ChatFormat::Anthropic};
    return std::nullopt;
  }
  const std::size_t colon = path.rfind(':');
  const std::size_t models = path.find("/models/");
  if (colon == std::string_view::npos || models == std::string_view::npos || colon < models + 8) return std::nullopt;
  const std::string_view action = path.substr(colon + 1);
  if (action != "generateContent" && action != "streamGenerateContent") return std::nullopt;
  return RecordedKind{ChatFormat::Gemini, std::string(path.substr(models + 8, colon - models - 8))};
}

}  // namespace latewood::server
