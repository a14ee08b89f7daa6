// The least that a server on Boost.Beast can do: it reads a request and answers with constant bytes.
#pragma once

#include <memory>
#include <string>

namespace latewood::bench {

// One thread serves, as in `latewood serve`.
class BeastServer {
 public:
  explicit BeastServer(std::string body);
  BeastServer(const BeastServer&) = delete;
  BeastServer& operator=(const BeastServer&) = delete;
  ~BeastServer();

  unsigned short port() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace latewood::bench
