#include "tree/payload_table.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "canon/quick_hash.h"

namespace latewood::tree {

// Both lengths, and nothing of the texts: they may be secret, and they may be long.
Result<void> check_collision(const Payload& known, std::string_view json) {
  if (known.json() == json) return {};
  return broken(kHashCollision,
                "another content has the digest " + known.digest().hex() + ": it has " +
                    std::to_string(known.json().size()) + " bytes, this one " + std::to_string(json.size()),
                Code::Conflict);
}

// Where the payload is, or the free slot it would take.
std::size_t PayloadTable::slot_for(const PayloadDigest& digest) const {
  std::size_t at = 0;
  std::memcpy(&at, digest.bytes.data(), sizeof(at));
  for (at %= slots_.size(); slots_[at] != nullptr && slots_[at]->digest() != digest;) at = (at + 1) % slots_.size();
  return at;
}

void PayloadTable::grow() {
  std::vector<const Payload*> old(std::max<std::size_t>(16, 2 * slots_.size()), nullptr);
  std::swap(old, slots_);
  for (const Payload* payload : old) {
    if (payload != nullptr) slots_[slot_for(payload->digest())] = payload;
  }
}

const Payload*& PayloadTable::slot_to_fill(const PayloadDigest& digest) {
  if (4 * size_ >= 3 * slots_.size()) grow();
  const Payload*& slot = slots_[slot_for(digest)];
  if (slot == nullptr) ++size_;
  return slot;
}

std::byte* PayloadTable::memory_for(std::string_view json) {
  std::byte* const memory = memory_.take(sizeof(Payload) + json.size());
  std::copy(json.begin(), json.end(), reinterpret_cast<char*>(memory + sizeof(Payload)));
  return memory;
}

Result<const Payload*> PayloadTable::add(std::string_view json) {
  LW_TRY(take_in_late());
  const PayloadDigest digest = digest_of_(json);
  const Payload*& slot = slot_to_fill(digest);
  if (slot != nullptr && !slot->is_purged()) {
    LW_TRY(check_collision(*slot, json));
    return slot;
  }
  slot = new (memory_for(json)) Payload(digest, json.size());
  return slot;
}

// A digest that a test gave is not the one that a payload computes by itself.
Result<const Payload*> PayloadTable::add_late(std::string_view json) {
  if (digest_of_ != payload_digest) return add(json);
  const std::uint64_t quick = quick_hash(json);
  const auto known = late_texts_.find(quick, [&](std::uint32_t at) { return late_[at]->json() == json; });
  if (known) return late_[*known];
  late_texts_.add(quick, static_cast<std::uint32_t>(late_.size()));
  late_.push_back(new (memory_for(json)) Payload(json.size()));
  return late_.back();
}

Result<void> PayloadTable::take_in_late() {
  if (late_.empty()) return {};
  for (const Payload* payload : late_) {
    const Payload*& slot = slot_to_fill(payload->digest());
    if (slot != nullptr && !slot->is_purged()) {
      LW_TRY(check_collision(*slot, payload->json()));
    } else {
      slot = payload;
    }
  }
  late_ = {};
  late_texts_ = {};
  return {};
}

const Payload* PayloadTable::add_purged(const PayloadDigest& digest) {
  const Payload*& slot = slot_to_fill(digest);
  if (slot != nullptr && slot->is_purged()) return slot;
  const Payload* const purged = new (memory_.take(sizeof(Payload))) Payload(digest, Payload::kGone);
  if (slot == nullptr) slot = purged;
  return purged;
}

const Payload* PayloadTable::find(const PayloadDigest& digest) const {
  const Payload* const found = slots_.empty() ? nullptr : slots_[slot_for(digest)];
  if (found != nullptr && !found->is_purged()) return found;
  const auto has_digest = [&digest](const Payload* payload) { return payload->digest() == digest; };
  const auto at = std::find_if(late_.begin(), late_.end(), has_digest);
  return at == late_.end() ? found : *at;
}

}  // namespace latewood::tree
