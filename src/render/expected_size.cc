// Estimates the size of a turn in a request before it is written.
#include "render/thread.h"

namespace latewood::render {

std::size_t expected_size(const Turn& turn) {
  constexpr std::size_t kAround = 96;  // names of members, brackets, an id
  std::size_t size = turn.known == nullptr ? 0 : turn.known->piece.bytes.size();
  for (const Message& message : turn.messages) {
    for (const Part& part : message.parts) size += part.block.json.size() + kAround;
    for (const Answer& answer : message.answers) size += (answer.result ? answer.result->json.size() : 0) + kAround;
  }
  return size;
}

}  // namespace latewood::render
