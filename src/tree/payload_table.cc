#include "tree/payload_table.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace latewood::tree {

// Where the payload is, or the free slot it would take.
std::size_t PayloadTable::slot_for(const PayloadDigest& digest) const {
  std::size_t at = 0;
  std::memcpy(&at, digest.bytes.data(), sizeof(at));
  for (at %= slots_.size(); slots_[at] != nullptr && slots_[at]->digest != digest;) at = (at + 1) % slots_.size();
  return at;
}

void PayloadTable::grow() {
  std::vector<const Payload*> old(std::max<std::size_t>(16, 2 * slots_.size()), nullptr);
  std::swap(old, slots_);
  for (const Payload* payload : old) {
    if (payload != nullptr) slots_[slot_for(payload->digest)] = payload;
  }
}

const Payload* PayloadTable::add(const PayloadDigest& digest, std::string_view json) {
  if (4 * size_ >= 3 * slots_.size()) grow();
  const Payload*& slot = slots_[slot_for(digest)];
  if (slot != nullptr) return slot;
  std::byte* const memory = memory_.take(sizeof(Payload) + json.size());
  char* const text = reinterpret_cast<char*>(memory + sizeof(Payload));
  std::copy(json.begin(), json.end(), text);
  slot = new (memory) Payload{digest, {text, json.size()}};
  ++size_;
  return slot;
}

}  // namespace latewood::tree
