// The records of a bundle as framed, numbered and checked bytes. This file does not interpret them.
// Layout: docs/format/bundle.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "latewood/bundle.h"
#include "latewood/result.h"

namespace latewood::exchange {

enum class RecordKind : std::uint8_t {
  Payload = 1,
  Commit = 2,
  End = 3,
  Purged = 4,
  Event = 5,
  // Since version 3, which has a whole context instead of a line.
  Context = 6,
  Page = 7,
  Stored = 8,
  Name = 9,
  State = 10,
};

inline constexpr std::uint16_t kLineVersion = 2;      // one line of history
inline constexpr std::uint16_t kContextVersion = 3;   // a context with all its branches and tags
inline constexpr std::uint16_t kSettingsVersion = 4;  // the same, and the context has settings

constexpr bool is_context_version(std::uint16_t version) {
  return version == kContextVersion || version == kSettingsVersion;
}

// "payload", "commit", "end", "purged", "event", "context", "page", "stored", "name", "state".
std::string_view name_of(RecordKind kind);

class RecordWriter {
 public:
  // `sink` must outlive this.
  explicit RecordWriter(const ByteSink& sink) : sink_(sink) {}

  // Writes magic and version. Call it before the first record.
  Result<void> start(std::uint16_t version = kLineVersion);
  Result<void> write(RecordKind kind, std::string_view body);

 private:
  const ByteSink& sink_;
  std::uint64_t number_ = 0;
};

struct Record {
  RecordKind kind = RecordKind::End;
  std::uint64_t number = 0;  // from 1
  Place place;               // in the file
  std::string_view body;     // until the next record is read
};

// Adds the place of `record` to an error. Corruption, unless the code of `error` excludes damage.
Error in_record(const Record& record, const Error& error);

class RecordReader {
 public:
  // `source` must outlive this.
  explicit RecordReader(const ByteSource& source) : source_(source) {}

  // Returns the version. InvalidArgument if this is not a bundle, Unsupported for a later version.
  Result<std::uint16_t> start();
  // Corruption if the file ends before, or in, the record, or the record is damaged.
  Result<Record> next();
  // Corruption if anything follows the last record.
  Result<void> expect_end();

 private:
  // Appends up to `length` bytes; fewer at the end of the file. Allocates memory only for bytes that exist, whatever
  // `length` claims.
  Result<void> read(std::string& out, std::uint64_t length);
  Error cut_short(const Record& record) const;

  const ByteSource& source_;
  std::string_view piece_;
  std::string body_;
  std::uint64_t offset_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace latewood::exchange
