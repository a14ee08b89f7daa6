// Stands for server.cc where the compiler has no coroutines.
#include "server/server.h"

#include <utility>

namespace latewood::server {

class Server::State {
 public:
  explicit State(Repository repository) : tokens(std::move(repository)) {}

  std::string url;
  TokenBook tokens;
};

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(const ServeOptions&) {
  return Error{Code::Unsupported, "this build has no server: its compiler has no coroutines", {}};
}

const std::string& Server::url() const { return state_->url; }
TokenBook& Server::tokens() { return state_->tokens; }
void Server::run() {}

}  // namespace latewood::server
