// The pieces of large payloads, and payloads that are still arriving.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/record_values.h"
#include "store/sql/session.h"

namespace latewood::store {

// All of these take the row of the payload.
Result<std::uint64_t> bytes_of_chunks(SqlSession& session, std::uint64_t payload);
Result<void> put_chunk(SqlSession& session, std::uint64_t payload, std::uint64_t number, std::string_view packed);
Result<void> delete_chunks(SqlSession& session, std::uint64_t payload);
Result<void> give_chunks(SqlSession& session, std::uint64_t payload, const PayloadValue& value,
                         const PayloadSink& sink);

// Of a row that has no digest yet, or never will.
std::string upload_value(PayloadForm form);

// NotFound unless `upload` is one that is not finished; InvalidArgument unless it has the chunks
// that `size` bytes make.
Result<void> check_upload(SqlSession& session, std::uint64_t upload, std::uint64_t size);

}  // namespace latewood::store
