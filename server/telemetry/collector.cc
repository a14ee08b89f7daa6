#include "server/telemetry/collector.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

constexpr std::string_view kEndpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
constexpr std::string_view kTracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
constexpr std::string_view kHeaders = "OTEL_EXPORTER_OTLP_HEADERS";
constexpr std::string_view kTracesHeaders = "OTEL_EXPORTER_OTLP_TRACES_HEADERS";
constexpr std::string_view kServiceName = "OTEL_SERVICE_NAME";
constexpr std::string_view kDisabled = "OTEL_SDK_DISABLED";
constexpr std::string_view kExporter = "OTEL_TRACES_EXPORTER";

std::string text_of(const Variables& variables, std::string_view name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

Error bad_variable(std::string_view name, const std::string& why) {
  return {Code::InvalidArgument, std::string(name) + ": " + why, std::string(errors::kOptionInvalid)};
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

int hex_digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "%20" is a blank. nullopt for a broken escape.
std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    const int high = at + 2 < text.size() ? hex_digit_of(text[at + 1]) : -1;
    const int low = high < 0 ? -1 : hex_digit_of(text[at + 2]);
    if (low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return out;
}

bool is_token(std::string_view text) {
  constexpr std::string_view kSigns = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kSigns.find(c) != std::string_view::npos;
  });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// "key=value,other=value"
Result<void> read_headers(std::string_view name, std::string_view text, Collector& collector) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view pair = without_blanks(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string_view key = without_blanks(pair.substr(0, equals));
    const auto value =
        equals == std::string_view::npos ? std::nullopt : unescaped(without_blanks(pair.substr(equals + 1)));
    if (!is_token(key) || !value || !is_field_value(*value)) {
      return bad_variable(name, "pairs KEY=VALUE with commas between them expected");
    }
    collector.headers.emplace_back(key, *value);
  }
  return {};
}

bool is_switched_off(const Variables& variables) {
  return text_of(variables, kDisabled) == "true" || text_of(variables, kExporter) == "none";
}

}  // namespace

std::vector<std::string> collector_variables() {
  std::vector<std::string> names;
  for (const std::string_view name :
       {kEndpoint, kTracesEndpoint, kHeaders, kTracesHeaders, kServiceName, kDisabled, kExporter}) {
    names.emplace_back(name);
  }
  return names;
}

Result<std::optional<Collector>> find_collector(const Variables& variables) {
  const std::string own = text_of(variables, kTracesEndpoint);
  const std::string endpoint = own.empty() ? text_of(variables, kEndpoint) : own;
  if (endpoint.empty() || is_switched_off(variables)) return std::optional<Collector>();
  const std::string_view name = own.empty() ? kEndpoint : kTracesEndpoint;
  const bool is_http = endpoint.starts_with("http://") || endpoint.starts_with("https://");
  if (!is_http) return bad_variable(name, "an address http:// or https:// expected");
  auto url = parse_server_url(endpoint);
  if (!url) return bad_variable(name, url.error().message);
  Collector collector;
  collector.url = *std::move(url);
  // The address for traces alone is taken as it is.
  if (own.empty()) collector.path = "/v1/traces";
  if (!own.empty() && collector.url.base.empty()) collector.path = "/";
  const bool has_own_headers = !text_of(variables, kTracesHeaders).empty();
  const std::string_view headers = has_own_headers ? kTracesHeaders : kHeaders;
  if (auto read = read_headers(headers, text_of(variables, headers), collector); !read) return read.error();
  if (std::string service = text_of(variables, kServiceName); !service.empty()) collector.service = std::move(service);
  return std::optional(std::move(collector));
}

}  // namespace latewood::server
