#include "engine/session/boundary.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "render/profile.h"
#include "render/provider_thread.h"

namespace latewood::engine {

Result<std::string> render_request(const tree::Tree& tree, const std::optional<ProfileName>& profile,
                                   const RenderOptions& options, render::PieceCache& renders) {
  if (!profile) return render::provider_thread(tree, &renders);
  LW_TRY_ASSIGN(Rendered rendered, render::render_profile(tree, to_string(*profile), options, &renders));
  return std::move(rendered.bytes);
}

Result<void> check_boundary(const tree::Tree& tree, const Attempt& attempt, render::PieceCache& renders) {
  LW_TRY_ASSIGN(const std::string bytes, render_request(tree, attempt.profile, attempt.render, renders));
  if (blake3_of(bytes) == attempt.bytes_digest) return {};
  // Attempts of old stores were rendered with the first version of the canonical thread.
  const bool is_first = !attempt.profile && attempt.profile_digest.value_or(blake3_of(render::kFirstThread)) ==
                                                blake3_of(render::kFirstThread);
  if (is_first && blake3_of(render::first_provider_thread(tree)) == attempt.bytes_digest) return {};
  return broken(kBoundaryMismatch,
                "the snapshot would not render to the bytes that attempt " + std::to_string(attempt.attempt_id) +
                    " sent: undo the edits made since then, or cancel the attempt",
                Code::Conflict);
}

}  // namespace latewood::engine
