#include "mcp/era.h"

#include <algorithm>

#include "latewood/json_text.h"
#include "latewood/version.h"

namespace latewood::mcp {
namespace {

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

}  // namespace

const std::vector<std::string>& versions() {
  static const std::vector<std::string> kVersions = {"2026-07-28", "2025-11-25", "2025-06-18",
                                                     "2025-03-26", "2024-11-05", "2024-10-07"};
  return kVersions;
}

std::string_view agreed_version(std::string_view requested) {
  const auto& all = versions();
  const bool is_spoken = std::find(all.begin() + 1, all.end(), requested) != all.end();
  return is_spoken ? requested : kNewestHandshake;
}

Declared declared_by(std::string_view method, const JsonValue* params) {
  Declared declared;
  const JsonValue* meta = params == nullptr ? nullptr : params->find("_meta");
  const JsonValue* version = meta == nullptr ? nullptr : meta->find(kVersionKey);
  const bool is_handshake = version == nullptr && method != "server/discover";
  if (is_handshake) return declared;
  declared.era = Era::PerRequest;
  if (version == nullptr || version->as_string() == nullptr) {
    declared.missing = kVersionKey;
  } else if (*version->as_string() != kNewestVersion) {
    declared.bad_version = *version->as_string();
    if (declared.bad_version.empty()) declared.missing = kVersionKey;
  } else {
    const JsonValue* capabilities = meta->find(kCapabilitiesKey);
    if (capabilities == nullptr || capabilities->as_object() == nullptr) declared.missing = kCapabilitiesKey;
  }
  return declared;
}

std::string server_info() { return R"({"name":"latewood","title":"Latewood","version":)" + json_text(kVersion) + "}"; }

std::string finished(Era era, std::string members, Keep keep) {
  if (era == Era::Handshake) return "{" + members + "}";
  if (!members.empty()) members += ",";
  members += R"("resultType":"complete")";
  if (keep == Keep::Never) members += R"(,"ttlMs":0,"cacheScope":"private")";
  if (keep == Keep::Hour) members += R"(,"ttlMs":3600000,"cacheScope":"private")";
  return "{" + members + R"(,"_meta":{"io.modelcontextprotocol/serverInfo":)" + server_info() + "}}";
}

}  // namespace latewood::mcp
