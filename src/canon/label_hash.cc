#include "canon/label_hash.h"

#include "canon/blake3.h"

namespace latewood {

RawBytes32 label_hash(std::string_view domain, std::string_view label) {
  Blake3Hasher hasher;
  hasher.update(domain);
  hasher.update(label);
  return hasher.finish().bytes;
}

}  // namespace latewood
