#include "canon/media_url.h"

#include <algorithm>

namespace latewood {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool has_scheme(std::string_view url) {
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == url.size() || !is_letter(url.front())) return false;
  const std::string_view scheme = url.substr(0, colon);
  return std::all_of(scheme.begin(), scheme.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '.' || c == '-'; });
}

std::string scheme_of(std::string_view url) {
  if (!has_scheme(url)) return {};
  std::string scheme(url.substr(0, url.find(':')));
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return scheme;
}

bool is_base64(std::string_view data) {
  if (data.empty() || data.size() % 4 != 0) return false;
  const std::size_t padding = data.ends_with("==") ? 2 : data.ends_with('=') ? 1 : 0;
  data.remove_suffix(padding);
  return std::all_of(data.begin(), data.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '/'; });
}

}  // namespace latewood
