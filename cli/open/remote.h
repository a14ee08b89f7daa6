// A server as the store of a command: `--store http://HOST:PORT`, `https://...`, or `unix:PATH`.
#pragma once

#include <string>
#include <string_view>

#include "cli/open/where.h"
#include "latewood/operation.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "server/client/remote_store.h"

namespace latewood::cli {

bool is_remote(const Where& where);

// Asks with the token of LATEWOOD_TOKEN, or of the file that LATEWOOD_TOKEN_FILE names, and trusts the certificates of
// LATEWOOD_CA_FILE besides those of the system.
Result<server::RemoteStore> open_remote(const Where& where);

// The arguments of an operation, and what the options of the command say for those that they leave out.
std::string with_defaults(const Where& where, const Operation& operation, const std::string& arguments);

// A copy of the context in memory, for verbs that read a store by themselves. Fetches the whole context.
Result<Repository> open_copy(const Where& where);

// E_STORE_REMOTE: `what` needs the store itself.
Error remote_store(const Where& where, std::string_view what);
// The same if the store is a server, for verbs that need the store itself.
Result<void> refuse_remote(const Where& where, std::string_view verb);

}  // namespace latewood::cli
