#include "render/parts/piece.h"

#include "canon/json_writer.h"

namespace latewood::render {

std::size_t join_text(Piece& whole, const Piece& next) {
  whole.repairs.insert(whole.repairs.end(), next.repairs.begin(), next.repairs.end());
  if (next.bytes.empty()) return whole.bytes.size();
  const bool same_message = whole.last && next.first && *whole.last == *next.first;
  const std::size_t left_out = same_message ? next.opening : 0;
  if (whole.bytes.empty()) {
    whole.first = next.first;
    whole.opening = next.opening;
  }
  if (same_message) whole.bytes.resize(whole.bytes.size() - whole.closing);
  append_comma(whole.bytes);
  const std::size_t begin = whole.bytes.size() - left_out;
  whole.bytes.append(next.bytes, left_out);
  for (const ByteRange& mark : next.marks) whole.marks.push_back({mark.begin + begin, mark.end + begin});
  whole.last = next.last;
  whole.closing = next.closing;
  return begin;
}

void join(Piece& whole, const Piece& next) {
  const std::size_t begin = join_text(whole, next);
  for (const Unit& unit : next.units) {
    whole.units.push_back({unit.id, {unit.bytes.begin + begin, unit.bytes.end + begin}});
  }
}

void insert_mark(Piece& piece, std::size_t at, std::string_view text) {
  piece.bytes.insert(at, text);
  for (Unit& unit : piece.units) {
    if (unit.bytes.begin >= at) unit.bytes.begin += text.size();
    if (unit.bytes.end > at) unit.bytes.end += text.size();
  }
  for (ByteRange& mark : piece.marks) {
    if (mark.begin >= at) mark = {mark.begin + text.size(), mark.end + text.size()};
  }
  piece.marks.push_back({at, at + text.size()});
}

void append_comma(std::string& out) {
  if (!out.empty() && out.back() != '[' && out.back() != '{') out.push_back(',');
}

void append_key(std::string& out, std::string_view key) {
  append_comma(out);
  append_json_string(out, key);
  out.push_back(':');
}

void append_member(std::string& out, std::string_view key, std::string_view text) {
  append_key(out, key);
  append_json_string(out, text);
}

void append_json_member(std::string& out, std::string_view key, std::string_view json) {
  append_key(out, key);
  out.append(json);
}

}  // namespace latewood::render
