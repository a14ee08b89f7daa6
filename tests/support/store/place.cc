#include "support/store/place.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "support/store/postgres_server.h"

namespace latewood::test {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
  std::string name = (fs::temp_directory_path() / "lw_store_XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

TempFolder::~TempFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

StorePlace::StorePlace(Backend backend) : backend_(backend), url_("memory:") {
  if (backend == Backend::Sqlite) {
    folder_ = std::make_unique<TempFolder>();
    url_ = "sqlite:" + (folder_->path() / "store.db").string();
  }
  if (backend == Backend::Postgres) {
    if (PostgresServer* server = PostgresServer::shared()) url_ = server->new_schema();
  }
}

std::shared_ptr<store::Store> StorePlace::open(const store::StoreOptions& options) {
  if (memory_) return memory_;
  auto opened = store::open_store(url_, options);
  if (!opened) {
    ADD_FAILURE() << url_ << ": " << opened.error().message;
    return nullptr;
  }
  std::shared_ptr<store::Store> store = *std::move(opened);
  if (backend_ == Backend::Memory) memory_ = store;
  return store;
}

}  // namespace latewood::test
