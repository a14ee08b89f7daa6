#include "render/parts/known_turn.h"

namespace latewood::render {

std::size_t KnownTurn::size() const {
  return sizeof(KnownTurn) + piece.bytes.capacity() + piece.units.size() * (sizeof(Unit) + 32) +
         (call_ids.size() + called.size()) * (sizeof(std::string) + 32) +
         (piece.repairs.size() + repairs.size()) * sizeof(Repair);
}

}  // namespace latewood::render
