// Contents, each kept once, by digest.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tree/arena.h"
#include "tree/node.h"

namespace latewood::tree {

class PayloadTable {
 public:
  // The payload of that digest, with a copy of `json` if it is new. Stays at its address as
  // long as the table.
  const Payload* add(const PayloadDigest& digest, std::string_view json);

  // Null if no payload has that digest.
  const Payload* find(const PayloadDigest& digest) const { return slots_.empty() ? nullptr : slots_[slot_for(digest)]; }

 private:
  // A digest is as good a hash as there is.
  std::size_t slot_for(const PayloadDigest& digest) const;
  void grow();

  Arena memory_;
  std::vector<const Payload*> slots_;  // at most three quarters are taken
  std::size_t size_ = 0;
};

}  // namespace latewood::tree
