// Rendered bytes on their way: a stretch of the request, with the nodes it came from. Pieces
// of turns are made apart and joined, so a piece of a sealed turn can be used again as long
// as nothing outside the turn has a say in it.
//
// What a turn's piece depends on besides the turn, all of it decided before the piece is made:
// markers elsewhere that name its nodes; results elsewhere that answer its calls, or calls
// elsewhere that its results answer; ids of calls used before; whether it is the last turn
// that says anything; whether a cache breakpoint is at its end. For most turns all of that is
// nothing. Vendors that want one message where two neighbours have the same role get it when
// pieces are joined, by leaving out the end of one message and the start of the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/render.h"
#include "render/parts/block.h"

namespace latewood::render {

struct Piece {
  std::string bytes;  // messages, separated by commas
  std::vector<Unit> units;
  std::vector<ByteRange> marks;
  std::vector<Repair> repairs;
  // The roles at both ends, and how much of the bytes opens the first message and closes the
  // last one. Without roles the ends are never joined.
  std::optional<Role> first = {};
  std::optional<Role> last = {};
  std::size_t opening = 0;
  std::size_t closing = 0;

  void repair(RepairKind kind, std::string_view id) { repairs.push_back({kind, std::string(id)}); }
  // Notes that the bytes since `begin` came from a node.
  void add_unit(std::string_view id, std::size_t begin) { units.push_back({std::string(id), {begin, bytes.size()}}); }
};

// Adds `next` behind `whole`: into its last message if both roles are the same. Joining pieces and
// then what came of it gives the same as joining them one after the other.
void join(Piece& whole, const Piece& next);
// The same without its units. Returns where the piece begins in the whole, for whoever adds them.
std::size_t join_text(Piece& whole, const Piece& next);

// Inserts `text` at `at`, where no unit starts or ends, and notes it as a mark.
void insert_mark(Piece& piece, std::size_t at, std::string_view text);

// ---- spelling JSON ----

// A comma unless the text ends with an opening bracket or is empty.
void append_comma(std::string& out);
// `"key":`, with a comma before it where one is due.
void append_key(std::string& out, std::string_view key);
void append_member(std::string& out, std::string_view key, std::string_view text);
// The same with a value that is JSON already.
void append_json_member(std::string& out, std::string_view key, std::string_view json);

}  // namespace latewood::render
