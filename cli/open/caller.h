// Calls of operations for verbs: on the store that the options choose, on the document of --file, or over a server.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "cli/open/where.h"
#include "latewood/operation.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "server/client/remote_store.h"

namespace latewood::cli {

class Caller {
 public:
  static Result<Caller> open(const Where& where, Scope scope = Scope::Admin);

  // As the members of Session. A server tells no progress, and `input` is sent to it as an argument.
  Result<std::string> call(std::string_view operation, const std::string& arguments, const Progress& progress = {},
                           const CallInput& input = {});
  Result<std::string> call_line(const std::string& line);

 private:
  struct Remote {
    Where where;
    server::RemoteStore store;
  };

  explicit Caller(Session session) : way_(std::move(session)) {}
  explicit Caller(Remote remote) : way_(std::move(remote)) {}

  std::variant<Session, Remote> way_;
};

// The options of a session on the store that the options choose.
SessionOptions session_options(const Where& where, Scope scope);

// The context of calls that name none.
Result<std::string> context_in_use(Caller& caller);

}  // namespace latewood::cli
