// A PostgreSQL server of our own: a private data folder below the temporary one, a socket in it,
// no network. It ends with the test, even if the test crashes.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

namespace latewood::test {

class PostgresServer {
 public:
  // The one server of this test program, started when it is first asked for. Fails the test and
  // returns null if it cannot be started.
  static PostgresServer* shared();

  PostgresServer() = default;
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer();

  // Makes the data folder and starts the server. False with a reason in `problem`.
  bool start();
  const std::string& problem() const { return problem_; }

  // The address of a new, empty schema.
  std::string new_schema();

  // As `kill -9` on the server; all its sessions end with it.
  void kill();
  // Starts it again on the same data folder.
  bool restart() { return launch(); }
  // Ends every session but those of the caller's, as an administrator or a broken network would.
  void cut_connections();
  // Runs one statement.
  bool run(const std::string& statement);
  // A transaction that sees the database as it is now, until the object goes.
  std::shared_ptr<void> hold_snapshot();

 private:
  std::string address(const std::string& schema) const;
  bool launch();
  bool answers();
  pid_t spawn(const std::string& program, const std::string& arguments);

  std::string folder_;
  std::string problem_;
  pid_t server_ = 0;
  int schemas_ = 0;
};

}  // namespace latewood::test
