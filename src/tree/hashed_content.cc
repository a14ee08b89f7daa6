#include "tree/hashed_content.h"

#include "base/rules.h"

namespace latewood::tree {
namespace {

std::optional<std::string_view> view_of(Symbol symbol) {
  return symbol == nullptr ? std::nullopt : std::optional<std::string_view>(*symbol);
}

std::string json_of(const Node& node) { return hashed_json(hashed_content(node.traits(), node.payload())); }

}  // namespace

HashedContent hashed_content(const Traits& traits, const Payload* payload) {
  HashedContent hashed;
  if (payload != nullptr) hashed.content_json = payload->json();
  hashed.kind = view_of(traits.kind);
  hashed.role = view_of(traits.role);
  if (traits.extra != nullptr) hashed.attributes = &traits.extra->attributes;
  return hashed;
}

Result<void> check_content_hashes(const Node& before, const Node& after) {
  if (after.content_hash() != before.content_hash()) return {};
  // Most records with equal hashes share traits and payload, so comparing addresses is enough.
  if (&after.traits() == &before.traits() && after.payload() == before.payload()) return {};
  if (json_of(after) == json_of(before)) return {};
  return broken(kHashCollision,
                "'" + std::string(before.id()) + "' would say something else under its content_hash " +
                    before.content_hash().hex(),
                Code::Conflict);
}

}  // namespace latewood::tree
