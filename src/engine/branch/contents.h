// The payloads of commits that are restored: where they are read, and how they enter a pool.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "latewood/result.h"
#include "tree/node.h"

namespace latewood::tree {
class NodePool;
struct Tree;
}  // namespace latewood::tree

namespace latewood::engine {

// Reads payloads, and the sizes of purged ones, from their source.
class Contents {
 public:
  using Load = std::function<Result<std::string>(const tree::PayloadDigest& digest)>;
  using PurgedBytes = std::function<std::uint64_t(const tree::PayloadDigest& digest)>;

  // `purged_bytes` returns the size of a purged payload, 0 if it is unknown. Default: every size is unknown.
  template <class Callable>
  Contents(Callable load, PurgedBytes purged_bytes = {})
      : load_(std::move(load)), purged_bytes_(std::move(purged_bytes)) {}

  // The canonical JSON with this digest. E_PAYLOAD_PURGED if it was purged.
  Result<std::string> operator()(const tree::PayloadDigest& digest) const { return load_(digest); }
  std::uint64_t purged_bytes(const tree::PayloadDigest& digest) const {
    return purged_bytes_ ? purged_bytes_(digest) : 0;
  }

 private:
  Load load_;
  PurgedBytes purged_bytes_;
};

// Adds a payload that `contents` read to the pool. Corruption if `json` is not canonical or does not have the digest;
// it is not checked again later. A purged payload (E_PAYLOAD_PURGED) is added without its text.
Result<const tree::Payload*> add_content(const tree::PayloadDigest& digest, const Result<std::string>& json,
                                         const Contents& contents, tree::NodePool& pool);

// The empty tree whose root, `^sys`, `^seq` and `^ah` have these headers. Its nodes are made in `pool`.
Result<std::shared_ptr<const tree::Tree>> frame_from(const std::array<std::string, 4>& headers, tree::NodePool& pool);

// The error of a decoder as Corruption of stored bytes: decoders return InvalidArgument. `what` names the bytes.
Error damaged(std::string_view what, const Error& error);

}  // namespace latewood::engine
