// The vendors that the proxy knows: their addresses here and there, and the calls that are recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/result.h"

namespace latewood::server {

// "https://api.openai.com/v1": what stands in front of the addresses of a vendor.
struct VendorUrl {
  bool is_secure = true;
  std::string host;  // a name or an address, without brackets
  std::uint16_t port = 443;
  std::string path;  // without a slash at its end; may be empty

  // For the header `Host`: without the port that the scheme has by default.
  std::string authority() const;
};

// E_OPTION_INVALID for anything but http and https, and for a user, a query or a fragment.
Result<VendorUrl> parse_vendor_url(std::string_view text);

struct Vendor {
  std::string_view name;     // "openai"
  std::string_view prefix;   // the start of addresses at the proxy: "/openai/v1"
  std::string_view pattern;  // for logs and metrics: "/openai/v1/*"
  std::string_view url;      // stands behind the prefix, unless an option names another
};

const std::vector<Vendor>& vendors();
// The vendor of an address at the proxy; null: none.
const Vendor* find_vendor(std::string_view target);

// A call that is recorded: its path at the vendor says so.
struct RecordedKind {
  ChatFormat format = ChatFormat::OpenAi;
  std::string model = {};  // where the path names it
};

// `path` is without the prefix and without a query. nullopt: the call is passed on and not recorded.
std::optional<RecordedKind> find_recorded_kind(const Vendor& vendor, std::string_view method, std::string_view path);

}  // namespace latewood::server
