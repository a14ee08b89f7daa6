// Stores and contexts as most workloads open them: not waiting for the disk, and with the same
// stamps everywhere.
#pragma once

#include <string>

#include "latewood/repository.h"
#include "workloads/messages.h"

namespace latewood::bench {

inline Repository open_fast(const std::string& path) {
  store::StoreOptions options;
  options.durability = store::Durability::Normal;
  return must(Repository::open(path, options));
}

inline OpenOptions open_same_everywhere() {
  OpenOptions options;
  options.context = same_everywhere();
  return options;
}

}  // namespace latewood::bench
