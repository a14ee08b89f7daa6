// Finds the row of a digest in a table whose index holds only the first eight bytes of digests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

struct DigestRow {
  std::uint64_t sequence = 0;
  std::string value;  // without its checksum
  std::uint64_t stored_bytes = 0;
  bool damaged = false;  // the digest matches, but the checksum does not
};

// `statement` selects seq, digest and value of the rows whose digest starts with $1. A damaged row with a matching
// digest is returned with `damaged`. A damaged row with another digest may have been the wanted one: Corruption.
Result<std::optional<DigestRow>> find_row(SqlSession& session, std::string_view statement, std::string_view table,
                                          const Blake3Digest& digest);

// Like `find_row`, but returns Corruption for a damaged row.
Result<std::optional<DigestRow>> find_sound_row(SqlSession& session, std::string_view statement, std::string_view table,
                                                const Blake3Digest& digest);

}  // namespace latewood::store
