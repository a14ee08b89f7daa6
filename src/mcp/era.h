// The two eras of the protocol: which one a request belongs to, and what its results look like there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::mcp {

enum class Era {
  Handshake,   // 2025-11-25 and earlier: a session begins with `initialize`
  PerRequest,  // 2026-07-28: every request names its version
};

inline constexpr std::string_view kNewestVersion = "2026-07-28";
inline constexpr std::string_view kNewestHandshake = "2025-11-25";

// All versions that are spoken, newest first.
const std::vector<std::string>& versions();
// The version that `initialize` agrees on: the requested one if it is spoken, else the newest with a handshake.
std::string_view agreed_version(std::string_view requested);

// The era of a request, and the fault in what it says of itself; null parameters: none were given.
struct Declared {
  Era era = Era::Handshake;
  std::string bad_version = {};  // a version that no request may name; else empty
  std::string missing = {};      // a required member of `_meta` that is absent or has the wrong type; else empty
};
Declared declared_by(std::string_view method, const JsonValue* params);

// How long a client may keep a result.
enum class Keep {
  No,     // the result has no such member: tools/call
  Never,  // may change at any time
  Hour,   // the same for the life of the process
};

// `members` is the JSON text of an object without its braces; may be empty. Gives the JSON text of the result, with
// the members that the era adds.
std::string finished(Era era, std::string members, Keep keep = Keep::No);

// {"name","title","version"} of this server.
std::string server_info();

}  // namespace latewood::mcp
