// Texts and failures between JavaScript and C++.
#pragma once

#include <node_api.h>

#include <optional>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::node {

// The text of a JavaScript string as UTF-8; nullopt if `value` is no string.
std::optional<std::string> text_of(napi_env env, napi_value value);

bool is_ascii(std::string_view text);

// A JavaScript string; null if the engine of JavaScript cannot hold a string of that length.
napi_value make_text(napi_env env, std::string_view text);

// The error as the text that `error_json` gives: what the addon throws, and with what it rejects promises. The client
// makes a LatewoodError of it.
napi_value make_error(napi_env env, const Error& error);
// Throws it and gives null, so that a function can return the call.
napi_value throw_error(napi_env env, const Error& error);
// For arguments that the client never passes.
napi_value throw_wrong_argument(napi_env env, const std::string& message);

}  // namespace latewood::node
