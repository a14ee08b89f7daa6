// A document that arrives in pieces, read through a cursor. Memory holds the whole value that is being read and the
// rest of its piece. So a history of many snapshots is never in memory at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "canon/json_cursor.h"
#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::exchange {

class DocumentWindow {
 public:
  // A document that is already whole in memory.
  explicit DocumentWindow(std::string_view text) : is_whole_(true), cursor_{text} {}
  // `source` must outlive this.
  explicit DocumentWindow(const ByteSource& source) : source_(&source) {}
  DocumentWindow(const DocumentWindow&) = delete;
  DocumentWindow& operator=(const DocumentWindow&) = delete;

  // A cursor over the bytes in memory. Places count from `begin`.
  JsonCursor& cursor() { return cursor_; }
  // The offset of the window in the document.
  std::uint64_t begin() const { return begin_; }
  std::size_t size() const { return cursor_.text.size(); }

  // Each reads pieces until the window has the given part or the document ends: `count` bytes; the next byte that is
  // not a space; the next value and the first byte after it that is not a space; everything. Invalidates views of the
  // window.
  Result<void> need_bytes(std::size_t count);
  Result<void> need_token();
  Result<void> need_value();
  Result<void> need_all();

  // Drops the bytes before the cursor. Invalidates views of the window.
  void drop_read();

 private:
  Result<void> add_piece();

  const ByteSource* source_ = nullptr;
  bool is_whole_ = false;  // whether all pieces were read
  std::string bytes_;
  std::uint64_t begin_ = 0;
  JsonCursor cursor_;
};

}  // namespace latewood::exchange
