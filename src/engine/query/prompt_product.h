// What a request is rendered as: a profile with its options, or the canonical thread.
#pragma once

#include <string>
#include <string_view>

#include "latewood/render.h"
#include "latewood/result.h"
#include "render/cache/piece_cache.h"
#include "render/parts/outline.h"
#include "render/profile.h"
#include "tree/id_scope.h"
#include "tree/tree.h"

namespace latewood::engine {

struct PromptProduct {
  const render::Profile* profile = nullptr;  // null: the canonical thread
  RenderOptions options;
  render::PieceCache& cache;

  // The name under which the render cache keeps it.
  std::string name() const;
  // `ids` finds the ids of the tree; those of its newest turn may be missing.
  Result<render::Outline> outline(const tree::Tree& tree, const tree::IdScope& ids) const;
  // The same for a tree without a history: ids are searched for in the tree itself.
  Result<render::Outline> outline(const tree::Tree& tree) const;
};

// Null for "", the canonical thread. E_PROFILE_UNKNOWN if there is no such profile.
Result<const render::Profile*> find_prompt_profile(std::string_view profile);

}  // namespace latewood::engine
