// The process that opened a store. A fork of it shares the connection and the locks of its parent, so it may neither
// use nor close them.
#pragma once

#include <unistd.h>

#include <string>

#include "latewood/result.h"

namespace latewood::python {

class OwnerProcess {
 public:
  OwnerProcess() : id_(::getpid()) {}

  bool is_this() const { return ::getpid() == id_; }

  // Unsupported in a fork of the process.
  Result<void> check() const {
    if (is_this()) return {};
    return Error{Code::Unsupported,
                 "this store was opened by process " + std::to_string(id_) + " and cannot be used in a fork of it",
                 {},
                 {},
                 "open the store again in each process"};
  }

 private:
  pid_t id_;
};

}  // namespace latewood::python
