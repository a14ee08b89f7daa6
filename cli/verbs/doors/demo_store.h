// A store with the demo in it, for a first look.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "latewood/result.h"

namespace latewood::cli {

// A new store in a temporary folder; the destructor removes both. Its clock is logical, so every demo is the same.
class DemoStore {
 public:
  static Result<std::unique_ptr<DemoStore>> make();
  DemoStore(const DemoStore&) = delete;
  DemoStore& operator=(const DemoStore&) = delete;
  ~DemoStore();

  std::string path() const { return (folder_ / "demo.db").string(); }

 private:
  explicit DemoStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

}  // namespace latewood::cli
