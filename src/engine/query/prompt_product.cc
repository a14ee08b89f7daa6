#include "engine/query/prompt_product.h"

#include "base/try.h"
#include "engine/query/scope.h"
#include "render/provider_thread.h"

namespace latewood::engine {

std::string PromptProduct::name() const {
  return profile == nullptr ? "thread" : render::product_name(*profile, options.view);
}

Result<render::Outline> PromptProduct::outline(const tree::Tree& tree, const tree::IdScope& ids) const {
  if (profile == nullptr) return render::outline_thread(tree, &cache);
  return render::outline_profile(tree, *profile, options, cache, finder_in(tree, ids));
}

Result<render::Outline> PromptProduct::outline(const tree::Tree& tree) const {
  if (profile == nullptr) return render::outline_thread(tree, &cache);
  return render::outline_profile(tree, *profile, options, cache);
}

Result<const render::Profile*> find_prompt_profile(std::string_view profile) {
  if (profile.empty()) return static_cast<const render::Profile*>(nullptr);
  LW_TRY_ASSIGN(const ProfileName name, find_profile(profile));
  return render::find_profile(name.id, name.version);
}

}  // namespace latewood::engine
