// Applies a unified diff the strict way: every line where the hunk says, no fuzz, no
// offset. GNU `patch` is asked too, but a process per case is slow.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::test {

class UnifiedApplier {
 public:
  UnifiedApplier(std::string_view older, std::string_view diff) : older_(older), diff_(diff) {}

  // Nothing if the diff does not fit.
  std::optional<std::string> apply() {
    if (diff_.empty()) return std::string(older_);
    if (!take_line(diff_).starts_with("--- ") || !take_line(diff_).starts_with("+++ ")) return std::nullopt;
    while (!diff_.empty()) {
      if (!apply_hunk()) return std::nullopt;
    }
    newer_ += older_;
    return newer_;
  }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t count = 0;
  };

  static std::string_view take_line(std::string_view& text) {
    const std::size_t feed = text.find('\n');
    const std::string_view line = text.substr(0, feed == text.npos ? text.size() : feed + 1);
    text.remove_prefix(line.size());
    return line;
  }

  static bool take(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
  }

  static bool take_number(std::string_view& text, std::size_t& number) {
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return fault == std::errc();
  }

  static bool take_range(std::string_view& text, Range& range) {
    if (!take_number(text, range.begin) || !take(text, ",") || !take_number(text, range.count)) return false;
    if (range.count > 0) --range.begin;  // lines count from 1; an empty range names the line before
    return true;
  }

  bool apply_hunk() {
    std::string_view head = take_line(diff_);
    Range older;
    Range newer;
    const bool is_head =
        take(head, "@@ -") && take_range(head, older) && take(head, " +") && take_range(head, newer) && head == " @@\n";
    if (!is_head || older.begin < older_at_) return false;
    while (older_at_ < older.begin) copy_line();
    if (newer_at_ != newer.begin) return false;
    const std::size_t older_end = older.begin + older.count;
    const std::size_t newer_end = newer.begin + newer.count;
    while (older_at_ < older_end || newer_at_ < newer_end) {
      if (!apply_line()) return false;
    }
    return older_at_ == older_end && newer_at_ == newer_end;
  }

  void copy_line() {
    newer_ += take_line(older_);
    ++older_at_, ++newer_at_;
  }

  bool apply_line() {
    std::string_view line = take_line(diff_);
    if (line.empty()) return false;
    const char mark = line.front();
    line.remove_prefix(1);
    if (take(diff_, "\\ No newline at end of file\n")) line.remove_suffix(1);
    if (mark == ' ' || mark == '-') {
      if (older_.empty() || take_line(older_) != line) return false;
      ++older_at_;
    }
    if (mark == ' ' || mark == '+') {
      newer_ += line;
      ++newer_at_;
    }
    return mark == ' ' || mark == '-' || mark == '+';
  }

  std::string_view older_;  // what is left of it
  std::string_view diff_;
  std::string newer_;
  std::size_t older_at_ = 0;  // lines done
  std::size_t newer_at_ = 0;
};

inline std::optional<std::string> apply_unified(std::string_view older, std::string_view diff) {
  return UnifiedApplier(older, diff).apply();
}

}  // namespace latewood::test
