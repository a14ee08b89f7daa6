#include "reconcile/unit.h"

#include <algorithm>
#include <array>

#include "canon/blake3.h"
#include "canon/json_writer.h"

namespace latewood::reconcile {
namespace {

// The line of each request in which Claude Code counts for the bill.
constexpr std::string_view kKnownMasks[] = {"x-anthropic-billing-header:"};

constexpr std::array<std::string_view, 4> kIgnored = {"data_covers", kMasked, kSpawnedBy, "lw:message"};

bool is_ignored(std::string_view attribute) {
  return std::find(kIgnored.begin(), kIgnored.end(), attribute) != kIgnored.end();
}

std::string_view bytes_of(const RawBytes32& raw) { return {reinterpret_cast<const char*>(raw.data()), raw.size()}; }

// Everything that tells one unit from another.
struct Facts {
  std::string_view role;
  std::string_view kind;
  std::string_view type;
  tree::PayloadDigest content;
  const std::vector<JsonMember>* attributes = nullptr;
  bool is_sorted = true;
};

void append_text(std::string& out, std::string_view text) {
  out.append(text);
  out.push_back('\0');
}

void append_attributes(std::string& out, const Facts& facts) {
  if (facts.attributes == nullptr) return;
  std::vector<const JsonMember*> kept;
  for (const JsonMember& attribute : *facts.attributes) {
    if (!is_ignored(attribute.key)) kept.push_back(&attribute);
  }
  if (!facts.is_sorted) {
    std::sort(kept.begin(), kept.end(), [](const JsonMember* a, const JsonMember* b) { return a->key < b->key; });
  }
  for (const JsonMember* attribute : kept) {
    append_text(out, attribute->key);
    append_canonical_json(out, attribute->value);
    out.push_back('\0');
  }
}

Unit digest_of(const Facts& facts) {
  std::string text;
  append_text(text, facts.role);
  append_text(text, facts.kind);
  // A summary is the message that it is sent as.
  append_text(text, facts.type == "cb:summary" ? "cb" : facts.type);
  text.append(bytes_of(facts.content.bytes));
  append_attributes(text, facts);
  return Unit{blake3_of(text).bytes};
}

std::string_view text_of(tree::Symbol symbol) { return symbol == nullptr ? std::string_view() : *symbol; }

}  // namespace

Prefix with_unit(const Prefix& prefix, const Unit& unit) {
  Blake3Hasher hasher;
  hasher.update(bytes_of(prefix.bytes));
  hasher.update(bytes_of(unit.bytes));
  return Prefix{hasher.finish().bytes};
}

UnitReader::UnitReader(std::vector<std::string> masked) {
  masked.insert(masked.end(), std::begin(kKnownMasks), std::end(kKnownMasks));
  for (const std::string& beginning : masked) {
    std::string json = canonical_json(JsonValue(beginning));
    json.pop_back();  // the closing quote
    masked_.push_back(std::move(json));
  }
}

std::string_view UnitReader::mask_of(std::string_view role, std::string_view json) const {
  if (role != "system") return {};
  for (const std::string& beginning : masked_) {
    if (beginning.size() > 1 && json.starts_with(beginning)) return beginning;
  }
  return {};
}

std::string_view UnitReader::mask_of(const Component& component) const {
  if (!component.content || component.content->as_string() == nullptr) return {};
  return mask_of(component.role.value_or(std::string()), canonical_json(*component.content));
}

Unit UnitReader::unit_of(const Component& component) const {
  Facts facts;
  facts.role = component.role ? std::string_view(*component.role) : std::string_view();
  facts.kind = component.kind ? std::string_view(*component.kind) : std::string_view();
  facts.type = component.node_type;
  facts.attributes = &component.attributes;
  facts.is_sorted = false;
  if (!component.content) {
    facts.content = tree::payload_digest(std::nullopt);
    return digest_of(facts);
  }
  const std::string json = canonical_json(*component.content);
  const std::string_view mask = mask_of(facts.role, json);
  facts.content = tree::payload_digest(mask.empty() ? std::string_view(json) : mask);
  return digest_of(facts);
}

Unit UnitReader::unit_of(const tree::Node& node) const {
  Facts facts{text_of(node.role()), text_of(node.kind()), node.type(), tree::digest_of(node.payload())};
  if (node.extra() != nullptr) facts.attributes = &node.extra()->attributes;
  const std::string_view mask = node.payload() == nullptr ? "" : mask_of(facts.role, node.payload()->json());
  if (!mask.empty()) facts.content = tree::payload_digest(mask);
  return digest_of(facts);
}

Unit UnitReader::unit_of(const render::Block& block) const {
  if (!block.is_placeholder) return unit_of(*block.node);
  Facts facts{text_of(block.node->role()), text_of(block.node->kind()), block.node->type(),
              tree::payload_digest(block.json)};
  return digest_of(facts);
}

}  // namespace latewood::reconcile
