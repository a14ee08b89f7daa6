// A document that comes in pieces, seen through a cursor. What is in memory of it is the value that is being read,
// whole, and what came along with it: a history of many snapshots is never there at once.
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
  // All of the document. Nothing has to be waited for.
  explicit DocumentWindow(std::string_view text) : is_whole_(true), cursor_{text} {}
  // `source` must outlive this.
  explicit DocumentWindow(const ByteSource& source) : source_(&source) {}
  DocumentWindow(const DocumentWindow&) = delete;
  DocumentWindow& operator=(const DocumentWindow&) = delete;

  // Over what is there. Places are counted from `begin`.
  JsonCursor& cursor() { return cursor_; }
  // Where in the document the window begins.
  std::uint64_t begin() const { return begin_; }
  std::size_t size() const { return cursor_.text.size(); }

  // Each of these waits until so much is there, or the document ends: that many bytes; the next one that is no space;
  // the value that comes next and the first byte behind it that is no space; all. Views of the window end by it.
  Result<void> need_bytes(std::size_t count);
  Result<void> need_token();
  Result<void> need_value();
  Result<void> need_all();

  // Forgets what was read. Views of the window end by it.
  void drop_read();

 private:
  Result<void> add_piece();

  const ByteSource* source_ = nullptr;
  bool is_whole_ = false;  // there are no more pieces
  std::string bytes_;
  std::uint64_t begin_ = 0;
  JsonCursor cursor_;
};

}  // namespace latewood::exchange
