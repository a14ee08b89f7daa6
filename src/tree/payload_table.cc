#include "tree/payload_table.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "canon/quick_hash.h"

namespace latewood::tree {
namespace {

// The first bytes of a digest are a good hash.
std::uint64_t quick_of(const PayloadDigest& digest) {
  std::uint64_t quick = 0;
  std::memcpy(&quick, digest.bytes.data(), sizeof(quick));
  return quick;
}

const Payload* payload_at(WordTable::Word word) {
  return reinterpret_cast<const Payload*>(static_cast<std::uintptr_t>(word));
}

}  // namespace

// The message has both lengths, but no text: the texts may be secret or long.
Result<void> check_collision(const Payload& known, std::string_view json) {
  if (known.json() == json) return {};
  return broken(kHashCollision,
                "another content has the digest " + known.digest().hex() + ": it has " +
                    std::to_string(known.json().size()) + " bytes, this one " + std::to_string(json.size()),
                Code::Conflict);
}

PayloadTable::PayloadTable(DigestOf digest_of)
    : digest_of_(digest_of), payloads_([](WordTable::Word word) { return quick_of(payload_at(word)->digest()); }) {}

const Payload* PayloadTable::find_text(const PayloadDigest& digest) const {
  return payload_at(payloads_.find(quick_of(digest), [&digest](WordTable::Word word) {
    return payload_at(word)->digest() == digest && !payload_at(word)->is_purged();
  }));
}

const Payload* PayloadTable::find_purged(const PayloadDigest& digest) const {
  return payload_at(payloads_.find(quick_of(digest), [&digest](WordTable::Word word) {
    return payload_at(word)->digest() == digest && payload_at(word)->is_purged();
  }));
}

const Payload* PayloadTable::keep(const Payload* payload) {
  payloads_.add(reinterpret_cast<std::uintptr_t>(payload), quick_of(payload->digest()));
  return payload;
}

std::byte* PayloadTable::memory_for(std::string_view json) {
  std::byte* const memory = memory_.take(sizeof(Payload) + json.size());
  std::copy(json.begin(), json.end(), reinterpret_cast<char*>(memory + sizeof(Payload)));
  return memory;
}

Result<const Payload*> PayloadTable::add(std::string_view json) {
  LW_TRY(take_in_late());
  const PayloadDigest digest = digest_of_(json);
  if (const Payload* known = find_text(digest)) {
    LW_TRY(check_collision(*known, json));
    return known;
  }
  return keep(new (memory_for(json)) Payload(digest, json.size()));
}

// A payload can compute only the real digest later, so with a digest function given by a test this calls `add`.
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
    if (const Payload* known = find_text(payload->digest())) {
      LW_TRY(check_collision(*known, payload->json()));
    } else {
      keep(payload);
    }
  }
  late_ = {};
  late_texts_ = {};
  return {};
}

const Payload* PayloadTable::add_purged(const PayloadDigest& digest, std::uint64_t bytes) {
  if (const Payload* known = find_purged(digest)) return known;
  const std::size_t size = Payload::kGone | std::min<std::size_t>(bytes, Payload::kGone - 1);
  return keep(new (memory_.take(sizeof(Payload))) Payload(digest, size));
}

const Payload* PayloadTable::find(const PayloadDigest& digest) const {
  if (const Payload* text = find_text(digest)) return text;
  const auto has_digest = [&digest](const Payload* payload) { return payload->digest() == digest; };
  const auto at = std::find_if(late_.begin(), late_.end(), has_digest);
  return at == late_.end() ? find_purged(digest) : *at;
}

}  // namespace latewood::tree
