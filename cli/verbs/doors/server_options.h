// The options that `serve` and `proxy` share.
#pragma once

#include <CLI/CLI.hpp>

#include "server/server.h"

namespace latewood::cli {

// Address, names, TLS, log and limits. `listen` is the default address.
void add_listen_options(CLI::App& verb, server::ServeOptions& options, const char* listen);

// Of the recording proxy; they fill `options`, whether the server has a proxy or not.
void add_proxy_options(CLI::App& verb, server::ProxyOptions& options);

// The variables that every program with OpenTelemetry honours: where spans are sent to. E_OPTION_INVALID for one that
// cannot be used.
Result<void> take_collector(server::ServeOptions& options);

}  // namespace latewood::cli
