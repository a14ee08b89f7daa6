// The chunks of large payloads, and unfinished uploads.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/record_values.h"
#include "store/sql/session.h"

namespace latewood::store {

// The argument `payload` of these functions is the row number of the payload.
Result<std::uint64_t> bytes_of_chunks(SqlSession& session, std::uint64_t payload);
Result<void> put_chunk(SqlSession& session, std::uint64_t payload, std::uint64_t number, std::string_view packed);
Result<void> delete_chunks(SqlSession& session, std::uint64_t payload);
Result<void> give_chunks(SqlSession& session, std::uint64_t payload, const PayloadValue& value,
                         const PayloadSink& sink);

// The value of a row without a digest: an unfinished or abandoned upload.
std::string upload_value(PayloadForm form);

// NotFound if `upload` is not an unfinished upload; InvalidArgument if it does not have the number of chunks that
// `size` bytes need.
Result<void> check_upload(SqlSession& session, std::uint64_t upload, std::uint64_t size);

}  // namespace latewood::store
