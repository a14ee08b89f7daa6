#include "diff/unified_diff.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

#include "canon/json_writer.h"
#include "diff/text_diff.h"
#include "latewood/unified_diff.h"

namespace latewood::diff {
namespace {

// With their line feeds, so that a last line without one differs from one that has it.
Texts lines_of(std::string_view text) {
  Texts lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t length = feed == text.npos ? text.size() : feed + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

void append_label(std::string& out, std::string_view prefix, std::string_view label) {
  out.append(prefix);
  for (const char c : label) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      out.push_back(c);
      continue;
    }
    std::string quoted;
    append_json_string(quoted, std::string_view(&c, 1));
    out.append(quoted, 1, quoted.size() - 2);
  }
  out.push_back('\n');
}

void append_number(std::string& out, std::size_t number) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

// Lines count from 1. An empty range names the line before it, which is 0 at the start.
void append_range(std::string& out, std::size_t begin, std::size_t end) {
  append_number(out, end > begin ? begin + 1 : begin);
  out.push_back(',');
  append_number(out, end - begin);
}

class HunkWriter {
 public:
  HunkWriter(std::string& out, const Texts& older, const Texts& newer, std::size_t context)
      : out_(out), older_(older), newer_(newer), context_(context) {}

  // `changes` are so close that their contexts touch.
  void write(std::span<const Change> changes) {
    const Change& first = changes.front();
    const Change& last = changes.back();
    const std::size_t before = std::min(context_, first.older_begin);
    const std::size_t after = std::min(context_, older_.size() - last.older_end);
    out_.append("@@ -");
    append_range(out_, first.older_begin - before, last.older_end + after);
    out_.append(" +");
    append_range(out_, first.newer_begin - before, last.newer_end + after);
    out_.append(" @@\n");
    std::size_t at = first.older_begin - before;
    for (const Change& change : changes) {
      write_lines(' ', older_, at, change.older_begin);
      write_lines('-', older_, change.older_begin, change.older_end);
      write_lines('+', newer_, change.newer_begin, change.newer_end);
      at = change.older_end;
    }
    write_lines(' ', older_, at, last.older_end + after);
  }

 private:
  void write_lines(char mark, const Texts& lines, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out_.push_back(mark);
      out_.append(lines[i]);
      if (lines[i].back() != '\n') out_.append("\n\\ No newline at end of file\n");
    }
  }

  std::string& out_;
  const Texts& older_;
  const Texts& newer_;
  std::size_t context_;
};

// How many changes from the first on belong into one hunk: those with at most two
// contexts of equal lines between them.
std::size_t hunk_length(std::span<const Change> changes, std::size_t context) {
  std::size_t length = 1;
  while (length < changes.size() && changes[length].older_begin - changes[length - 1].older_end <= 2 * context) {
    ++length;
  }
  return length;
}

}  // namespace

std::string unified_diff(std::string_view older, std::string_view newer, const UnifiedLabels& labels,
                         std::int64_t context_lines) {
  if (older == newer) return {};
  const Texts older_lines = lines_of(older);
  const Texts newer_lines = lines_of(newer);
  const std::vector<Change> changes = changes_between(older_lines, newer_lines);
  // No more than there are, so that twice the number cannot overflow.
  const auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(context_lines, 0));
  const auto context = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, older_lines.size()));
  std::string out;
  append_label(out, "--- ", labels.older);
  append_label(out, "+++ ", labels.newer);
  HunkWriter hunks(out, older_lines, newer_lines, context);
  for (std::span<const Change> rest = changes; !rest.empty();) {
    const std::size_t length = hunk_length(rest, context);
    hunks.write(rest.first(length));
    rest = rest.subspan(length);
  }
  return out;
}

}  // namespace latewood::diff

namespace latewood {

std::string unified_text_diff(std::string_view older, std::string_view newer, const std::string& older_label,
                              const std::string& newer_label, std::int64_t context_lines) {
  return diff::unified_diff(older, newer, {older_label, newer_label}, context_lines);
}

}  // namespace latewood
