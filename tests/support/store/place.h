// Where a store under test lives, so that one suite can run on every backend.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "latewood/ext/store.h"

namespace latewood::test {

// A folder that goes with the object.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

enum class Backend { Memory, Sqlite, Postgres };

class StorePlace {
 public:
  explicit StorePlace(Backend backend);

  // Opens the store; what was written before is there. A store in memory is one object for all. Fails the
  // test and returns null if it cannot be opened.
  std::shared_ptr<store::Store> open(const store::StoreOptions& options = {});

  Backend backend() const { return backend_; }
  const std::string& url() const { return url_; }

 private:
  Backend backend_;
  std::unique_ptr<TempFolder> folder_;
  std::string url_;
  std::shared_ptr<store::Store> memory_;
};

}  // namespace latewood::test
