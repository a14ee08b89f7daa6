#include "tree/traits_table.h"

#include <tuple>
#include <utility>

#include "canon/json_writer.h"
#include "tree/node_header.h"

namespace latewood::tree {
namespace {

bool says(Symbol symbol, const std::optional<std::string_view>& text) {
  return symbol == nullptr ? !text.has_value() : text && *symbol == *text;
}

bool is_made_of(const Traits& traits, const TraitsParts& parts) {
  return *traits.type == parts.type && says(traits.role, parts.role) && says(traits.kind, parts.kind) &&
         says(traits.provenance, parts.provenance) && traits.offset == parts.offset &&
         traits.priority == parts.priority;
}

}  // namespace

bool TraitsTable::TraitsLess::operator()(const Traits& a, const Traits& b) const {
  const auto members = [](const Traits& traits) {
    return std::tie(traits.type, traits.role, traits.kind, traits.provenance, traits.offset, traits.priority);
  };
  return members(a) < members(b);
}

const Traits* TraitsTable::add(const TraitsParts& parts, const Extra* extra) {
  if (const Traits* recent = find_recent(parts)) return extra == nullptr ? recent : with_extra(*recent, extra);
  Traits traits;
  traits.type = intern(parts.type);
  traits.node_class = class_of(parts.type);
  traits.role = intern(parts.role);
  traits.kind = intern(parts.kind);
  traits.provenance = intern(parts.provenance);
  traits.offset = parts.offset;
  traits.priority = parts.priority;
  const Traits* const kept = keep(traits);
  recent_[next_recent_++ % recent_.size()] = kept;
  return extra == nullptr ? kept : with_extra(*kept, extra);
}

const Traits* TraitsTable::find_recent(const TraitsParts& parts) const {
  for (const Traits* recent : recent_) {
    if (recent != nullptr && is_made_of(*recent, parts)) return recent;
  }
  return nullptr;
}

const Traits* TraitsTable::with_extra(const Traits& traits, const Extra* extra) {
  Traits changed = traits;
  changed.extra = extra;
  return keep(changed);
}

// Traits with extras are rare, so they are not searched for equal ones.
const Traits* TraitsTable::keep(const Traits& traits) {
  if (traits.extra == nullptr) {
    const auto known = shared_.find(traits);
    if (known != shared_.end()) return &*known;
  }
  Traits complete = traits;
  complete_header_parts(complete);
  if (traits.extra == nullptr) return &*shared_.insert(std::move(complete)).first;
  return &own_.emplace_back(std::move(complete));
}

const Extra* TraitsTable::add_extra(std::optional<bool> removable, std::optional<std::string_view> key,
                                    std::optional<std::string_view> iso, std::vector<JsonMember> attributes) {
  if (!removable && !key && !iso && attributes.empty()) return nullptr;
  Extra extra;
  extra.removable = removable;
  extra.key = key;
  extra.iso = iso;
  if (!attributes.empty()) {
    const JsonValue object = make_object(std::move(attributes));
    extra.attributes_json = canonical_json(object);
    extra.attributes = *object.as_object();
  }
  extras_.push_back(std::move(extra));
  return &extras_.back();
}

Symbol TraitsTable::intern(std::optional<std::string_view> text) {
  if (!text) return nullptr;
  const auto found = symbols_.find(*text);
  return found != symbols_.end() ? &*found : &*symbols_.emplace(*text).first;
}

}  // namespace latewood::tree
