#include "cli/verbs/doors/demo_store.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include "cli/open/operation_call.h"
#include "web/demo/demo.h"

namespace latewood::cli {
namespace {

Result<void> play_demo(const std::string& path) {
  Where where;
  where.store = path;
  where.clock = "logical";
  Session session(where.store, session_options(where, Scope::Admin));
  std::string_view calls = web::demo_calls();
  while (!calls.empty()) {
    const std::size_t end = calls.find('\n');
    const auto answer = session.call_line(calls.substr(0, end));
    if (!answer) return answer.error();
    calls.remove_prefix(end == std::string_view::npos ? calls.size() : end + 1);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<DemoStore>> DemoStore::make() {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "latewood-demo-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return Error{Code::Unavailable, std::strerror(errno), {}, {}};
  std::unique_ptr<DemoStore> store(new DemoStore(name));
  if (auto played = play_demo(store->path()); !played) return played.error();
  return store;
}

DemoStore::~DemoStore() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace latewood::cli
