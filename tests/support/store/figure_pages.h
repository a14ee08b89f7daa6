// The pages of a store that hold figures of commits, which no checkpoint and no patch needs.
#pragma once

#include <set>
#include <string_view>

#include "engine/care/needs.h"
#include "engine/stored/catalog.h"
#include "latewood/ext/store.h"

namespace latewood::test {

inline std::set<Blake3Digest> figure_pages(store::Store& store, std::string_view context, std::string_view branch) {
  engine::Needs needs;
  const auto found = store.find_context(context);
  if (found && *found) (void)engine::add_figures(store, (*found)->key, engine::figures_name(branch), needs);
  return needs.pages;
}

}  // namespace latewood::test
