// PostgreSQL's client library, loaded when a PostgreSQL store is opened. A process that uses other stores does not load
// it, nor the 20 libraries it needs.
#pragma once

#include <libpq-fe.h>

#include "latewood/result.h"

namespace latewood::store {

// The name of the library's file. The number is the version of the binary interface, which has been 5 since 2006.
inline constexpr const char* kLibpqFile = "libpq.so.5";

// The functions of libpq that sessions call, each with the type that its header declares.
struct Libpq {
  decltype(&PQconnectStartParams) connect_start = nullptr;
  decltype(&PQconnectPoll) connect_poll = nullptr;
  decltype(&PQsocket) socket = nullptr;
  decltype(&PQstatus) status = nullptr;
  decltype(&PQerrorMessage) error_message = nullptr;
  decltype(&PQsetNoticeProcessor) set_notice_processor = nullptr;
  decltype(&PQfinish) finish = nullptr;
  decltype(&PQprepare) prepare = nullptr;
  decltype(&PQexecPrepared) exec_prepared = nullptr;
  decltype(&PQexec) exec = nullptr;
  decltype(&PQresultStatus) result_status = nullptr;
  decltype(&PQresultErrorField) result_error_field = nullptr;
  decltype(&PQcmdStatus) command_status = nullptr;
  decltype(&PQcmdTuples) command_tuples = nullptr;
  decltype(&PQntuples) row_count = nullptr;
  decltype(&PQnfields) field_count = nullptr;
  decltype(&PQftype) field_type = nullptr;
  decltype(&PQgetvalue) value = nullptr;
  decltype(&PQgetlength) length = nullptr;
  decltype(&PQclear) clear = nullptr;
};

// Loads the library, or finds it if the process has loaded it already. It stays loaded until the process ends, so the
// functions may be copied. Unavailable (E_LIBRARY_ABSENT) if the file cannot be loaded or lacks one of the functions.
// Tests give another file.
Result<Libpq> load_libpq(const char* file = kLibpqFile);

}  // namespace latewood::store
