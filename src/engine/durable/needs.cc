#include "engine/durable/needs.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "engine/durable/commit_batch.h"
#include "engine/durable/line.h"
#include "engine/durable/state_page.h"
#include "tree/node_header.h"
#include "warp/instance_edit.h"

namespace latewood::engine {

Result<void> add_needs(const store::StoredPatch& patch, Needs& needs) {
  LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(patch.bytes));
  const auto decoded = warp::decode_patch(both.patch);
  if (!decoded) return warp::corrupt("the patch: " + decoded.error().message);
  for (const auto& [warp, edit] : warp::edits_of(*decoded)) {
    for (const auto& [vertex, atom] : edit.headers) {
      BinaryReader in(atom->bytes);
      const auto header = tree::decode_header(in);
      if (!header) return warp::corrupt("the header of vertex " + vertex.hex() + ": " + header.error().message);
      if (header->has_content) needs.payloads.insert({header->payload.bytes});
    }
  }
  if (patch.dictionary) needs.pages.insert(*patch.dictionary);
  return {};
}

Result<std::set<Blake3Digest>> pages_of_state(store::Store& store, const Blake3Digest& state_page) {
  LW_TRY_ASSIGN(const std::string bytes, load_page(store, state_page));
  LW_TRY_ASSIGN(const std::vector<Blake3Digest> turns, turn_pages_of(bytes));
  std::set<Blake3Digest> pages(turns.begin(), turns.end());
  pages.insert(state_page);
  return pages;
}

Result<void> add_needs(store::Store& store, const Blake3Digest& state_page, Needs& needs) {
  LW_TRY_ASSIGN(std::set<Blake3Digest> pages, pages_of_state(store, state_page));
  needs.pages.merge(pages);
  const auto find_page = [&store](const Blake3Digest& digest) { return load_page(store, digest); };
  return scan_state(state_page, find_page,
                    [&needs](const tree::PayloadDigest& digest) { needs.payloads.insert({digest.bytes}); });
}

}  // namespace latewood::engine
