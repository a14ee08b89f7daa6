#include "latewood/hint.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "latewood/nearest_word.h"
#include "latewood/render.h"

namespace latewood {
namespace {

std::string nearest_or(const std::string& name, const std::vector<std::string>& names, const std::string& fallback) {
  const auto nearest = nearest_word(name, names);
  return nearest ? "did you mean '" + *nearest + "'?" : fallback;
}

std::vector<std::string> names_of(const std::vector<BranchInfo>& branches) {
  std::vector<std::string> names;
  for (const BranchInfo& branch : branches) names.push_back(branch.name);
  return names;
}

std::string reference_hint(const Repository& repository, const Named& named) {
  const auto branches = repository.branches(named.context);
  const auto tags = repository.tags(named.context);
  if (!branches || !tags) return {};
  if (branches->empty()) return "nothing is committed yet";
  if (named.reference.starts_with('@')) return "`log` lists the commits";
  std::vector<std::string> names = names_of(*branches);
  for (const TagInfo& tag : *tags) names.push_back(tag.name);
  return nearest_or(named.reference, names, "use @t-1, @c42, a branch, a tag or a commit id");
}

std::string hint_for(const Repository& repository, const Named& named, const Error& error) {
  if (error.rule == kContextNotFound) {
    const auto names = repository.contexts();
    return names ? nearest_or(named.context, *names, "`context` lists them") : std::string();
  }
  if (error.rule == kBranchNotFound) {
    const auto branches = repository.branches(named.context);
    if (!branches || branches->empty()) return {};
    return nearest_or(named.branch, names_of(*branches), "`branch` lists them");
  }
  return error.rule == kSnapshotNotFound && !named.reference.empty() ? reference_hint(repository, named)
                                                                     : std::string();
}

std::string names_of_profiles() {
  std::string names;
  std::string last;
  for (const ProfileName& profile : profiles()) {
    // Versions of one profile are neighbours in the list.
    if (profile.id != last) names += (names.empty() ? "" : ", ") + profile.id;
    last = profile.id;
  }
  return names;
}

}  // namespace

Error with_hint(const Repository& repository, const Named& named, Error error) {
  if (error.hint.empty()) error.hint = hint_for(repository, named, error);
  return with_hint(std::move(error));
}

Error with_hint(Error error) {
  if (!error.hint.empty()) return error;
  if (error.rule == kPageDamaged) error.hint = "`repair` rebuilds it from the patches";
  if (error.rule == kProfileUnknown) error.hint = "known profiles: " + names_of_profiles();
  if (error.rule == kPayloadPurged) error.hint = "`restore_purged` accepts it";
  if (error.rule == kUnauthorized) error.hint = "use `system` to allow it";
  return error;
}

}  // namespace latewood
