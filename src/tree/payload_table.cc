#include "tree/payload_table.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::tree {

// Both lengths, and nothing of the texts: they may be secret, and they may be long.
Result<void> check_collision(const Payload& known, std::string_view json) {
  if (known.json() == json) return {};
  return broken(kHashCollision,
                "another content has the digest " + known.digest.hex() + ": it has " +
                    std::to_string(known.json().size()) + " bytes, this one " + std::to_string(json.size()),
                Code::Conflict);
}

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

const Payload*& PayloadTable::slot_to_fill(const PayloadDigest& digest) {
  if (4 * size_ >= 3 * slots_.size()) grow();
  const Payload*& slot = slots_[slot_for(digest)];
  if (slot == nullptr) ++size_;
  return slot;
}

Result<const Payload*> PayloadTable::add(std::string_view json) {
  const PayloadDigest digest = digest_of_(json);
  const Payload*& slot = slot_to_fill(digest);
  if (slot != nullptr && !slot->is_purged()) {
    LW_TRY(check_collision(*slot, json));
    return slot;
  }
  std::byte* const memory = memory_.take(sizeof(Payload) + json.size());
  slot = new (memory) Payload(digest, json.size());
  std::copy(json.begin(), json.end(), reinterpret_cast<char*>(memory + sizeof(Payload)));
  return slot;
}

const Payload* PayloadTable::add_purged(const PayloadDigest& digest) {
  const Payload*& slot = slot_to_fill(digest);
  if (slot != nullptr && slot->is_purged()) return slot;
  const Payload* const purged = new (memory_.take(sizeof(Payload))) Payload(digest, Payload::kGone);
  if (slot == nullptr) slot = purged;
  return purged;
}

}  // namespace latewood::tree
