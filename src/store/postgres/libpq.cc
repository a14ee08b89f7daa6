#include "store/postgres/libpq.h"

#include <dlfcn.h>

#include <string>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::store {
namespace {

Error absent(const char* file) {
  const char* reason = ::dlerror();
  return broken(kLibraryAbsent,
                "PostgreSQL's client library " + std::string(file) + " could not be loaded: " +
                    (reason == nullptr ? "no reason given" : reason) + "; install it (Debian's package is libpq5)",
                Code::Unavailable);
}

class Loader {
 public:
  explicit Loader(const char* file) : file_(file) {}

  Result<void> open() {
    // Never unloaded: the libraries it needs, such as OpenSSL, leave handlers behind that run when the process ends.
    library_ = ::dlopen(file_, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library_ == nullptr ? Result<void>(absent(file_)) : Result<void>();
  }

  template <class Function>
  Result<void> find(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    return function == nullptr ? Result<void>(absent(file_)) : Result<void>();
  }

 private:
  const char* file_;
  void* library_ = nullptr;
};

}  // namespace

Result<Libpq> load_libpq(const char* file) {
  Loader loader(file);
  LW_TRY(loader.open());
  Libpq found;
  LW_TRY(loader.find("PQconnectStartParams", found.connect_start));
  LW_TRY(loader.find("PQconnectPoll", found.connect_poll));
  LW_TRY(loader.find("PQsocket", found.socket));
  LW_TRY(loader.find("PQstatus", found.status));
  LW_TRY(loader.find("PQerrorMessage", found.error_message));
  LW_TRY(loader.find("PQsetNoticeProcessor", found.set_notice_processor));
  LW_TRY(loader.find("PQfinish", found.finish));
  LW_TRY(loader.find("PQprepare", found.prepare));
  LW_TRY(loader.find("PQexecPrepared", found.exec_prepared));
  LW_TRY(loader.find("PQexec", found.exec));
  LW_TRY(loader.find("PQresultStatus", found.result_status));
  LW_TRY(loader.find("PQresultErrorField", found.result_error_field));
  LW_TRY(loader.find("PQcmdStatus", found.command_status));
  LW_TRY(loader.find("PQcmdTuples", found.command_tuples));
  LW_TRY(loader.find("PQntuples", found.row_count));
  LW_TRY(loader.find("PQnfields", found.field_count));
  LW_TRY(loader.find("PQftype", found.field_type));
  LW_TRY(loader.find("PQgetvalue", found.value));
  LW_TRY(loader.find("PQgetlength", found.length));
  LW_TRY(loader.find("PQclear", found.clear));
  return found;
}

}  // namespace latewood::store
