#include "render/alternating.h"

namespace latewood::render {
namespace {
constexpr std::string_view kClosing = "]}";
}  // namespace

std::size_t AlternatingWriter::begin_part(Role role) {
  if (open_ && *open_ != role) end_message();
  std::string& out = piece_.bytes;
  if (!open_) {
    append_comma(out);
    const std::size_t begin = out.size();
    out.push_back('{');
    append_member(out, "role", role == Role::Assistant ? spelling_.assistant : spelling_.user);
    append_key(out, spelling_.parts);
    out.push_back('[');
    if (!piece_.first) {
      piece_.first = role;
      piece_.opening = out.size() - begin;
    }
    piece_.last = open_ = role;
  }
  append_comma(out);
  return out.size();
}

void AlternatingWriter::end_message() {
  if (open_) piece_.bytes.append(kClosing);
  open_.reset();
}

void AlternatingWriter::finish() {
  end_message();
  if (piece_.last) piece_.closing = kClosing.size();
}

}  // namespace latewood::render
