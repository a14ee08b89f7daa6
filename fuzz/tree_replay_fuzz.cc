// Any bytes as the first patch of a context. What is replayed is a tree whose patch is these bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "tree/edit/draft.h"
#include "tree/node_pool.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tree::NodePool pool;
  const tree::Tree older = tree::empty_tree(pool);
  const tree::Payload* hello = *pool.add_payload("\"hello\"");
  const warp::PayloadLookup lookup = [hello](const tree::PayloadDigest&) -> Result<const tree::Payload*> {
    return hello;
  };
  const auto tree = warp::replay(older, bytes, {pool, lookup});
  if (!tree) {
    fuzz::require(tree.error().code == Code::Corruption, "the bytes are to blame");
    return 0;
  }
  const auto patch = warp::decode_patch(bytes);
  fuzz::require(patch.has_value(), "what is replayed is canonical");
  warp::PatchParts parts = warp::tree_patch(older, *tree, warp::changed_rings(older, *tree));
  parts.policy_id = patch->policy_id();
  fuzz::require(warp::encode_patch(warp::TickPatch(std::move(parts))) == bytes, "a tree has one patch");
  return 0;
}
