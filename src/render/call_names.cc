#include "render/call_names.h"

#include <algorithm>

namespace latewood::render {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool may_start_name(char c) { return is_plain(c) && c != '-' && !(c >= '0' && c <= '9'); }

std::string made_plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return !is_plain(c); }, '_');
  return text;
}

// The beginning of `text`, cut between characters to at most `size` bytes.
std::string shortened(std::string text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  text.resize(size);
  return text;
}

}  // namespace

void CallIds::start_message() {
  if (dialect_.call_ids != IdScope::Message) return;
  used_.clear();
  next_.clear();
}

std::string CallIds::id_for(const std::string& id) {
  const std::string base = shortened(dialect_.plain_call_ids ? made_plain(id) : id, dialect_.call_id_max);
  std::string wanted = base;
  if (take(wanted)) return wanted;
  // Continues after the last number tried, so that many equal ids do not cost quadratic time.
  std::size_t& n = next_.try_emplace(base, 1).first->second;
  do {
    ++n;
    const std::string suffix = "_" + std::to_string(n);
    wanted = shortened(base, dialect_.call_id_max - suffix.size()) + suffix;
  } while (!take(wanted));
  return wanted;
}

bool CallIds::take_all(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (used_.contains(id) || is_used_before(id)) return false;
  }
  used_.insert(ids.begin(), ids.end());
  return true;
}

bool is_tool_name(std::string_view name, const Dialect& dialect) {
  if (name.empty() || name.size() > dialect.tool_name_max) return false;
  if (dialect.tool_name_starts_with_letter && !may_start_name(name.front())) return false;
  return std::all_of(name.begin(), name.end(), is_plain);
}

std::string tool_name_for(const std::string& name, const Dialect& dialect) {
  if (is_tool_name(name, dialect)) return name;
  const bool needs_start = dialect.tool_name_starts_with_letter && !may_start_name(name.front());
  return shortened(made_plain(needs_start ? "_" + name : name), dialect.tool_name_max);
}

}  // namespace latewood::render
