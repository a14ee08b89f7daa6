#include "operations/documents/import_input.h"

#include <memory>
#include <string_view>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "operations/documents/base64.h"

namespace latewood::operations {
namespace {

CallInput input_of_text(std::string text) {
  const auto kept = std::make_shared<const std::string>(std::move(text));
  return [kept]() -> Result<ByteSource> {
    return ByteSource([kept, is_given = false]() mutable -> Result<std::string_view> {
      return std::exchange(is_given, true) ? std::string_view() : std::string_view(*kept);
    });
  };
}

}  // namespace

Result<CallInput> input_of(const Arguments& arguments) {
  const bool has_text = arguments.has("text");
  const bool has_base64 = arguments.has("base64");
  const bool has_input = static_cast<bool>(arguments.input());
  if (int{has_text} + int{has_base64} + int{has_input} != 1) {
    return broken(kArgumentInvalid, "exactly one of 'text' and 'base64' must be given");
  }
  if (has_input) return arguments.input();
  if (has_text) return input_of_text(arguments.text("text"));
  auto bytes = from_base64(arguments.text("base64"));
  if (!bytes) return broken(kArgumentInvalid, "/base64: " + bytes.error().message);
  return input_of_text(*std::move(bytes));
}

Result<std::string> whole_text(const CallInput& input) {
  LW_TRY_ASSIGN(const ByteSource source, input());
  std::string text;
  for (;;) {
    LW_TRY_ASSIGN(const std::string_view piece, source());
    if (piece.empty()) return text;
    text.append(piece);
  }
}

// A pipe may deliver its first bytes one by one.
Result<std::string> start_of(const CallInput& input, std::size_t size) {
  LW_TRY_ASSIGN(const ByteSource source, input());
  std::string start;
  while (start.size() < size) {
    LW_TRY_ASSIGN(const std::string_view piece, source());
    if (piece.empty()) break;
    start.append(piece.substr(0, size));
  }
  return start;
}

}  // namespace latewood::operations
