#include "cli/terminal/guarded_output.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <streambuf>
#include <string>

#include "cli/terminal/characters.h"
#include "cli/terminal/pager.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"

namespace latewood::cli {

class Guard : public std::streambuf {
 public:
  explicit Guard(std::ostream& stream) : stream_(stream), target_(stream.rdbuf(this)) {}
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() override {
    if (!pending_.empty()) deliver(printable_lines(pending_));
    sync();
    stream_.rdbuf(target_);
  }

  void page() {
    if (!pager_) pager_ = Pager::for_terminal();
  }

  bool write_unchanged(std::string_view bytes) { return deliver(bytes); }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return put({text, static_cast<std::size_t>(size)}) ? size : 0;
  }

  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return put({&one, 1}) ? c : traits_type::eof();
  }

  int sync() override {
    if (pager_) return pager_->flush(*target_) ? 0 : -1;
    return target_->pubsync();
  }

 private:
  bool deliver(std::string_view text) {
    if (pager_) return pager_->write(text, *target_);
    const auto size = static_cast<std::streamsize>(text.size());
    return target_->sputn(text.data(), size) == size;
  }

  bool put(std::string_view text) {
    std::string joined;
    if (!pending_.empty()) {
      joined = pending_.append(text);
      pending_.clear();
      text = joined;
    }
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
      const std::size_t plain = plain_prefix(text);
      out.append(text.substr(0, plain));
      text.remove_prefix(plain);
      const std::size_t taken = text.empty() ? 0 : take(text, out);
      if (taken == 0) break;
      text.remove_prefix(taken);
    }
    pending_ = text;
    return deliver(out);
  }

  // The length of the plain ASCII at the start, which needs no check. Most output is plain ASCII.
  static std::size_t plain_prefix(std::string_view text) {
    const auto is_plain = [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\n'; };
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
  }

  // Moves one character or colour mark to `out` and returns its length; 0 if it is still incomplete.
  static std::size_t take(std::string_view text, std::string& out) {
    if (text.front() == kColourMark) {
      if (text.size() < 2) return 0;
      const auto sequence = colour_sequence(text[1]);
      out += sequence ? *sequence : printable(text.substr(0, 1));
      return sequence ? 2 : 1;
    }
    if (is_unfinished(text)) return 0;
    const std::size_t length = first_character(text).length;
    out += printable_lines(text.substr(0, length));
    return length;
  }

  std::ostream& stream_;
  std::streambuf* target_;
  std::unique_ptr<Pager> pager_;
  std::string pending_;  // an incomplete character
};

namespace {

Guard* guard_of_output = nullptr;
Guard* guard_of_error = nullptr;
bool has_escaped_exact_bytes = false;

}  // namespace

GuardedOutput::GuardedOutput()
    : output_(std::make_unique<Guard>(std::cout)), error_(std::make_unique<Guard>(std::cerr)) {
  guard_of_output = output_.get();
  guard_of_error = error_.get();
}

GuardedOutput::~GuardedOutput() {
  guard_of_output = nullptr;
  output_.reset();
  if (has_escaped_exact_bytes) {
    std::cerr << "note: control characters are shown as escapes; redirect the output to a file or pipe to get the "
                 "exact bytes\n";
  }
  guard_of_error = nullptr;
}

void write_exact(std::string_view bytes) {
  if (guard_of_output == nullptr || is_terminal(Stream::Output)) {
    if (printable_lines(bytes) != bytes) has_escaped_exact_bytes = true;
    std::cout << bytes;
  } else if (!guard_of_output->write_unchanged(bytes)) {
    std::cout.setstate(std::ios::badbit);
  }
}

void write_control(std::string_view sequence) {
  if (guard_of_error == nullptr) return;
  guard_of_error->write_unchanged(sequence);
  std::cerr.flush();
}

void start_paging() {
  if (guard_of_output != nullptr) guard_of_output->page();
}

}  // namespace latewood::cli
