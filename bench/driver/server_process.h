// `latewood serve` in a process of its own, whose memory is measured.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace latewood::bench {

class ServerProcess {
 public:
  // On a store that is made if there is none. Ends the program if it does not start.
  explicit ServerProcess(const std::string& store);
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  unsigned short port() const { return port_; }
  const std::string& token() const { return token_; }
  // Resident now.
  std::uint64_t bytes() const;

 private:
  pid_t process_ = -1;
  unsigned short port_ = 0;
  std::string token_;
};

}  // namespace latewood::bench
