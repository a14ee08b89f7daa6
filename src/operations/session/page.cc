#include "operations/session/page.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::operations {

namespace {

bool is_commit_id(std::string_view text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string text_of(const Cursor& cursor) { return cursor.moment + "/" + cursor.position; }

Error foreign_cursor() {
  Error error = broken(kArgumentInvalid, "/start: it does not belong to this call");
  error.hint = "give the `next` of a result with the same arguments";
  return error;
}

Result<std::optional<Cursor>> cursor_of(const Arguments& arguments) {
  const auto text = arguments.find_text("start");
  if (!text) return std::optional<Cursor>();
  const std::size_t slash = text->find('/');
  if (slash == std::string::npos || slash + 1 == text->size()) return foreign_cursor();
  Cursor cursor{text->substr(0, slash), text->substr(slash + 1)};
  if (cursor.moment != kWorkingMoment && !is_commit_id(cursor.moment)) return foreign_cursor();
  return std::optional(std::move(cursor));
}

std::vector<Member> page_members(const std::string& fallback) {
  return {optional("limit", integer("the most elements of the list to give; default: " + fallback, 1)),
          optional("start", text("the `next` of the page before, with the same other arguments; default: none"))};
}

Member next_member() { return optional("next", text("there is more: give it as `start` for the page that follows")); }

std::uint64_t page_limit(const Arguments& arguments, std::uint64_t fallback) {
  const auto limit = arguments.find_integer("limit");
  return limit ? static_cast<std::uint64_t>(*limit) : fallback;
}

Result<Snapshot> moment_of_page(const ReadHistory& history, const std::string& moment,
                                const std::optional<Cursor>& cursor) {
  auto asked = history.moment(moment);
  const bool is_page = !cursor || (asked && asked->commit_id().hex() == cursor->moment);
  if (is_page) return asked;
  if (history.repository() == nullptr || cursor->moment == kWorkingMoment) return foreign_cursor();
  return history.moment(cursor->moment);
}

Result<PageRange> page_range(std::uint64_t size, const std::optional<Cursor>& cursor, std::uint64_t limit) {
  PageRange range;
  if (cursor) {
    const std::string& digits = cursor->position;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), range.begin);
    const bool fits = read.ec == std::errc() && read.ptr == digits.data() + digits.size() && range.begin < size;
    if (!fits) return foreign_cursor();
  }
  range.end = range.begin + std::min(limit, size - range.begin);
  return range;
}

}  // namespace latewood::operations
