#include "exchange/document_window.h"

#include <utility>

#include "base/try.h"
#include "canon/json_string.h"

namespace latewood::exchange {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Searches the end of a value without parsing it: counts brackets and skips texts. For invalid JSON the result is some
// end or none; the reader then finds the fault.
class ValueScan {
 public:
  // The number of bytes at the start of `rest` that are inside a text and cannot end it, so that they can be skipped.
  std::size_t plain(std::string_view rest) const { return in_text_ && !is_escaped_ ? plain_json_prefix(rest) : 0; }

  // Returns true if the value ended before this byte, which must not be a space.
  bool ends_before(char c) {
    if (in_text_) {
      step_in_text(c);
      return false;
    }
    if (is_space(c)) {
      is_past_ = is_past_ || (has_begun_ && depth_ == 0);
      return false;
    }
    const bool closes = c == '}' || c == ']';
    const bool separates = c == ',' || c == ':';
    if (is_past_ || (depth_ == 0 && (closes || separates))) return true;
    has_begun_ = true;
    in_text_ = c == '"';
    if (c == '{' || c == '[') ++depth_;
    if (closes) is_past_ = --depth_ == 0;
    return false;
  }

 private:
  void step_in_text(char c) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == '\\') {
      is_escaped_ = true;
    } else if (c == '"') {
      in_text_ = false;
      is_past_ = depth_ == 0;
    }
  }

  bool has_begun_ = false;
  bool is_past_ = false;
  bool in_text_ = false;
  bool is_escaped_ = false;
  std::size_t depth_ = 0;
};

}  // namespace

Result<void> DocumentWindow::add_piece() {
  LW_TRY_ASSIGN(const std::string_view piece, (*source_)());
  is_whole_ = piece.empty();
  bytes_.append(piece);
  cursor_.text = bytes_;
  return {};
}

Result<void> DocumentWindow::need_bytes(std::size_t count) {
  while (!is_whole_ && size() - cursor_.at < count) LW_TRY(add_piece());
  return {};
}

Result<void> DocumentWindow::need_token() {
  for (std::size_t at = cursor_.at; !is_whole_;) {
    while (at < size() && is_space(cursor_.text[at])) ++at;
    if (at < size()) return {};
    LW_TRY(add_piece());
  }
  return {};
}

Result<void> DocumentWindow::need_value() {
  ValueScan scan;
  for (std::size_t at = cursor_.at; !is_whole_;) {
    while (at < size()) {
      if (scan.ends_before(cursor_.text[at++])) return {};
      at += scan.plain(cursor_.text.substr(at));
    }
    LW_TRY(add_piece());
  }
  return {};
}

Result<void> DocumentWindow::need_all() {
  while (!is_whole_) LW_TRY(add_piece());
  return {};
}

void DocumentWindow::drop_read() {
  if (source_ == nullptr) return;
  const std::size_t read = std::exchange(cursor_.at, 0);
  begin_ += read;
  bytes_.erase(0, read);
  cursor_.text = bytes_;
  // The surrogate is reported at the end of the document. Its place counts from the begin of the window like all
  // places.
  if (cursor_.lone_surrogate) cursor_.lone_surrogate->place->offset -= read;
}

}  // namespace latewood::exchange
