#include "operations/attempts/vendor_format.h"

#include <string>
#include <vector>

#include "base/try.h"

namespace latewood::operations {

Member format_member() {
  std::vector<std::string> names;
  for (const ChatFormat format : kChatFormats) names.emplace_back(to_string(format));
  return optional("format", word(std::move(names), "the vendor's form; default: told by the shape"));
}

Result<std::optional<ChatFormat>> find_format(const Arguments& arguments) {
  const auto named = arguments.find_text("format");
  if (!named) return std::optional<ChatFormat>();
  LW_TRY_ASSIGN(const ChatFormat format, find_chat_format(*named));
  return std::optional(format);
}

}  // namespace latewood::operations
