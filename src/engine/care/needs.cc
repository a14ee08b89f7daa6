#include "engine/care/needs.h"

#include <optional>
#include <string>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "engine/record/figures_chunk.h"
#include "engine/record/state_page.h"
#include "engine/stored/checkpoint_format.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/hint_run.h"
#include "engine/stored/line.h"
#include "tree/node_header.h"
#include "warp/mapping/instance_edit.h"

namespace latewood::engine {

Result<void> add_needs(const store::StoredPatch& patch, Needs& needs) {
  LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(patch.bytes));
  const auto decoded = warp::decode_patch(both.patch);
  if (!decoded) return corrupt("the patch: " + decoded.error().message);
  const auto edits = warp::edits_of(both.patch);
  if (!edits) return corrupt("the lengths or tags of the patch are wrong");
  for (const auto& [warp, edit] : edits->instances) {
    for (const auto& [vertex, bytes] : edit.headers) {
      BinaryReader in(bytes);
      const auto header = tree::decode_header(in);
      if (!header) return corrupt("the header of vertex " + vertex.hex() + ": " + header.error().message);
      if (header->has_content) needs.payloads.insert({header->payload.bytes});
    }
  }
  if (patch.dictionary) needs.pages.insert(*patch.dictionary);
  if (both.checkpoint) needs.checkpoints.insert(*both.checkpoint);
  return {};
}

Result<void> add_needs(store::Store& store, const Blake3Digest& state_page, Needs& needs) {
  LW_TRY_ASSIGN(const std::string bytes, load_page(store, state_page));
  LW_TRY_ASSIGN(const std::vector<Blake3Digest> turns, turn_pages_of(bytes));
  needs.pages.insert(turns.begin(), turns.end());
  needs.pages.insert(state_page);
  const auto find_page = [&store](const Blake3Digest& digest) { return load_page(store, digest); };
  return scan_state(state_page, find_page,
                    [&needs](const tree::PayloadDigest& digest) { needs.payloads.insert({digest.bytes}); });
}

namespace {

// Checkpoints share most of their index pages. Reads a page only if `needs` does not have it yet.
Result<void> add_index(const PageLoad& load, const Blake3Digest& page, int levels, Needs& needs) {
  if (!needs.pages.insert(page).second) return {};
  if (levels == 0) return corrupt("page " + page.hex() + " has too many pages above it");
  LW_TRY_ASSIGN(const std::string bytes, load(page));
  LW_TRY_ASSIGN(const IndexPage index, decode_index(bytes));
  for (const tree::PageFacts& turns : index.turns) needs.pages.insert(turns.digest);
  for (const IndexEntry& entry : index.pages) LW_TRY(add_index(load, entry.digest, levels - 1, needs));
  return {};
}

Result<void> add_run(const PageLoad& load, const Blake3Digest& head, Needs& needs) {
  if (!needs.pages.insert(head).second) return {};
  LW_TRY_ASSIGN(const std::string bytes, load(head));
  if (!names_parts(bytes)) return {};
  LW_TRY_ASSIGN(const std::vector<RunPart> parts, decode_parts(bytes));
  for (const RunPart& part : parts) needs.pages.insert(part.page);
  return {};
}

}  // namespace

Result<void> add_checkpoint(store::Store& store, const Blake3Digest& root_page, Needs& needs) {
  return add_checkpoint([&store](const Blake3Digest& digest) { return load_page(store, digest); }, root_page, needs);
}

Result<void> add_checkpoints(store::Store& store, Needs& needs) {
  for (const Blake3Digest& root : needs.checkpoints) {
    auto followed = add_checkpoint(store, root, needs);
    if (!followed && followed.error().code != Code::Corruption) return followed;
  }
  return {};
}

Result<void> add_checkpoint(const PageLoad& load, const Blake3Digest& root_page, Needs& needs) {
  needs.pages.insert(root_page);
  LW_TRY_ASSIGN(const std::string bytes, load(root_page));
  LW_TRY_ASSIGN(const RootLinks links, decode_links(bytes));
  if (links.sample) needs.pages.insert(*links.sample);
  for (const RunRef& run : links.runs) LW_TRY(add_run(load, run.digest, needs));
  return links.turns ? add_index(load, *links.turns, kMostIndexLevels, needs) : Result<void>();
}

// Figures can be computed again, so a chain that cannot be read ends where it cannot.
Result<void> add_figures(store::Store& store, store::ContextKey context, const std::string& state, Needs& needs) {
  LW_TRY_ASSIGN(const auto value, store.find_state(context, state));
  std::optional<std::string> bytes = value;
  while (bytes) {
    const auto chunk = decode_figures(*bytes);
    if (!chunk || !chunk->before || !needs.pages.insert(*chunk->before).second) return {};
    auto page = store.find_page(*chunk->before);
    if (!page) return page.error().code == Code::Corruption ? Result<void>() : Result<void>(page.error());
    bytes = *std::move(page);
  }
  return {};
}

}  // namespace latewood::engine
