// A store behind a server: operations by name, as `Session` has them.
//
//   auto remote = server::RemoteStore::open("http://127.0.0.1:7070", {.token = token});
//   std::cout << remote.value().call("select", R"({"selector":".cb"})").value() << '\n';
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"
#include "server/client/http_client.h"

namespace latewood::server {

class RemoteStore {
 public:
  // Connects with the first call. E_OPTION_INVALID for an address or a token that cannot be one.
  static Result<RemoteStore> open(std::string_view url, const ClientOptions& options);

  // The result of an operation, with the errors of `Session::call`. Besides these: Unavailable if the server cannot be
  // reached or is no Latewood server, E_OUTCOME_UNKNOWN if the answer of an operation that writes was lost.
  Result<std::string> call(std::string_view operation, std::string_view arguments);
  // A copy of the context (`context_copy.h`).
  Result<std::string> copy(std::string_view context);

 private:
  explicit RemoteStore(HttpClient client) : client_(std::move(client)) {}

  Result<std::string> body_of(const Result<ClientAnswer>& answer) const;

  HttpClient client_;
};

}  // namespace latewood::server
