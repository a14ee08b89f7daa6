// A context in a store that grows by turns of two messages of 200 bytes.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/repository.h"

namespace latewood::bench {

class StoredChat {
 public:
  // Opens the context of that name, or makes it.
  StoredChat(Repository& repository, const std::string& name, bool receipts);

  void turns(std::uint64_t count);
  const Context& context() const { return context_; }

 private:
  std::uint64_t seed_;  // contexts of other names say other things
  Context context_;
};

}  // namespace latewood::bench
