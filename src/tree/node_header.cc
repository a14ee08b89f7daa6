#include "tree/node_header.h"

#include <optional>
#include <string>
#include <utility>

#include "base/iso_time.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

// The versions are part of hashed bytes: docs/format/node_header.md, section 8.
constexpr std::uint8_t kHeaderVersion = 1;
constexpr std::uint8_t kSpelledVersion = 2;  // with the spelling of `created_at_iso` at the end

constexpr std::uint8_t kHasExpiry = 1;
constexpr std::uint8_t kHasRole = 2;
constexpr std::uint8_t kHasKind = 4;
constexpr std::uint8_t kHasRemovable = 8;
constexpr std::uint8_t kIsRemovable = 16;
constexpr std::uint8_t kHasKey = 32;
constexpr std::uint8_t kHasProvenance = 64;
constexpr std::uint8_t kHasContent = 128;

// The flags of shared members. The flags of expiry and content differ from node to node.
std::uint8_t shared_flags(const Traits& traits) {
  int flags = 0;
  if (traits.role != nullptr) flags |= kHasRole;
  if (traits.kind != nullptr) flags |= kHasKind;
  if (traits.provenance != nullptr) flags |= kHasProvenance;
  if (traits.extra != nullptr) {
    if (traits.extra->removable) flags |= kHasRemovable;
    if (traits.extra->removable.value_or(false)) flags |= kIsRemovable;
    if (traits.extra->key) flags |= kHasKey;
  }
  return static_cast<std::uint8_t>(flags);
}

const PayloadDigest& no_content() {
  static const PayloadDigest digest = digest_of(nullptr);
  return digest;
}

void encode_text(BinaryWriter& out, std::string_view text) {
  out.u32(static_cast<std::uint32_t>(text.size()));
  out.raw(text);
}

bool spells_time(const Traits& traits) { return traits.extra != nullptr && traits.extra->iso; }

// Adds the place of the bytes read since `start` to an error of a check that does not know it.
Error at_place(const Error& error, const BinaryReader& in, std::uint64_t start) {
  return BinaryReader::invalid(start, in.offset() - start, error.message);
}

Result<std::string_view> decode_text(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint32_t length, in.u32());
  LW_TRY_ASSIGN(const std::string_view text, in.raw(length));
  if (const auto checked = check_text(text); !checked) return at_place(checked.error(), in, start);
  return text;
}

Result<std::optional<std::string_view>> decode_optional_text(BinaryReader& in, bool is_there) {
  if (!is_there) return std::optional<std::string_view>();
  LW_TRY_ASSIGN(const std::string_view text, decode_text(in));
  return std::optional<std::string_view>(text);
}

Result<std::string_view> decode_id(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::string_view id, decode_text(in));
  if (const auto checked = check_id(id); !checked) return at_place(checked.error(), in, start);
  return id;
}

// Reads attributes: the empty text, or a canonical JSON object with at least one member.
Result<std::vector<JsonMember>> decode_attributes(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::string_view text, decode_text(in));
  if (text.empty()) return std::vector<JsonMember>();
  const auto value = parse_json(text, kAroundValues);
  if (!value) return at_place(value.error(), in, start);
  const JsonValue::Object* members = value->as_object();
  if (members == nullptr || members->empty() || canonical_json(*value) != text) {
    return BinaryReader::invalid(start, in.offset() - start, "attributes that are not a canonical JSON object");
  }
  return *members;
}

// Reads a spelling of `created_at_iso`. It must name `created_at_ns` and differ from the derived spelling.
Result<std::string_view> decode_iso(BinaryReader& in, std::int64_t created_at_ns) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::string_view text, decode_text(in));
  if (parse_iso_time(text) == created_at_ns && text != iso_time(created_at_ns)) return text;
  return BinaryReader::invalid(start, in.offset() - start,
                               "'" + std::string(text) + "' is no other spelling of " + iso_time(created_at_ns));
}

Result<std::uint8_t> decode_flags(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t flags, in.u8());
  if ((flags & kIsRemovable) != 0 && (flags & kHasRemovable) == 0) {
    return BinaryReader::invalid(start, 1, "removable is set but not given");
  }
  return flags;
}

Result<std::int64_t> decode_signed(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint64_t value, in.u64());
  return static_cast<std::int64_t>(value);
}

// The bytes of an absent expiry are 0. The largest number is invalid, because it means "never" in memory.
Result<std::int64_t> decode_expiry(BinaryReader& in, bool is_there) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::int64_t expiry, decode_signed(in));
  if (is_there ? expiry == kNever : expiry != 0) {
    return BinaryReader::invalid(start, 8, "expiry " + std::to_string(expiry) + " does not fit its flag");
  }
  return is_there ? expiry : kNever;
}

Result<PayloadDigest> decode_payload(BinaryReader& in, bool is_there) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const PayloadDigest digest, in.id<PayloadDigest>());
  if (is_there == (digest == no_content())) {
    return BinaryReader::invalid(start, 32, "a payload digest that does not fit its flag");
  }
  return digest;
}

Result<void> decode_numbers(BinaryReader& in, std::uint8_t flags, NodeParts& parts) {
  LW_TRY_ASSIGN(parts.traits.offset, decode_signed(in));
  LW_TRY_ASSIGN(parts.expiry, decode_expiry(in, (flags & kHasExpiry) != 0));
  LW_TRY_ASSIGN(parts.traits.priority, decode_signed(in));
  LW_TRY_ASSIGN(parts.cycle, in.u64());
  LW_TRY_ASSIGN(parts.created_at_ns, decode_signed(in));
  LW_TRY_ASSIGN(parts.creation_index, in.u64());
  return {};
}

Result<void> decode_texts(BinaryReader& in, std::uint8_t flags, NodeParts& parts) {
  LW_TRY_ASSIGN(parts.id, decode_id(in));
  LW_TRY_ASSIGN(parts.traits.type, decode_text(in));
  LW_TRY_ASSIGN(parts.traits.role, decode_optional_text(in, (flags & kHasRole) != 0));
  LW_TRY_ASSIGN(parts.traits.kind, decode_optional_text(in, (flags & kHasKind) != 0));
  LW_TRY_ASSIGN(parts.key, decode_optional_text(in, (flags & kHasKey) != 0));
  LW_TRY_ASSIGN(parts.traits.provenance, decode_optional_text(in, (flags & kHasProvenance) != 0));
  LW_TRY_ASSIGN(parts.attributes, decode_attributes(in));
  return {};
}

}  // namespace

void complete_header_parts(Traits& traits) {
  BinaryWriter out;
  encode_text(out, *traits.type);
  if (traits.role != nullptr) encode_text(out, *traits.role);
  if (traits.kind != nullptr) encode_text(out, *traits.kind);
  if (traits.extra != nullptr && traits.extra->key) encode_text(out, *traits.extra->key);
  if (traits.provenance != nullptr) encode_text(out, *traits.provenance);
  encode_text(out, traits.extra == nullptr ? std::string_view() : std::string_view(traits.extra->attributes_json));
  if (spells_time(traits)) encode_text(out, *traits.extra->iso);
  traits.header_texts = out.take();
  traits.header_flags = shared_flags(traits);
}

void encode_header(BinaryCursor& out, const Node& node) {
  const Traits& traits = node.traits();
  const std::string_view id = node.id();
  const std::int64_t expiry = node.expiry();
  const Payload* const payload = node.payload();
  const int flags = traits.header_flags | (expiry == kNever ? 0 : kHasExpiry) | (payload == nullptr ? 0 : kHasContent);
  out.u8(spells_time(traits) ? kSpelledVersion : kHeaderVersion);
  out.u8(static_cast<std::uint8_t>(flags));
  out.u64(static_cast<std::uint64_t>(traits.offset));
  out.u64(expiry == kNever ? 0 : static_cast<std::uint64_t>(expiry));
  out.u64(static_cast<std::uint64_t>(traits.priority));
  out.u64(node.cycle());
  out.u64(static_cast<std::uint64_t>(node.created_at_ns()));
  out.u64(node.creation_index());
  out.id(payload == nullptr ? no_content() : payload->digest());
  out.id(node.content_hash());
  out.u32(static_cast<std::uint32_t>(id.size()));
  out.raw(id);
  out.raw(traits.header_texts);
}

Result<DecodedHeader> decode_header(BinaryReader& in) {
  DecodedHeader header;
  LW_TRY_ASSIGN(const std::uint8_t version, in.u8());
  if (version != kHeaderVersion && version != kSpelledVersion) {
    return Error{
        Code::Unsupported, "node header version " + std::to_string(version), {}, latewood::Place{in.offset() - 1, 1}};
  }
  LW_TRY_ASSIGN(const std::uint8_t flags, decode_flags(in));
  header.has_content = (flags & kHasContent) != 0;
  if ((flags & kHasRemovable) != 0) header.parts.removable = (flags & kIsRemovable) != 0;
  LW_TRY(decode_numbers(in, flags, header.parts));
  LW_TRY_ASSIGN(header.payload, decode_payload(in, header.has_content));
  LW_TRY_ASSIGN(header.content_hash, in.id<Sha256Digest>());
  LW_TRY(decode_texts(in, flags, header.parts));
  if (version == kSpelledVersion) {
    LW_TRY_ASSIGN(header.parts.iso, decode_iso(in, header.parts.created_at_ns));
  }
  return header;
}

Result<DecodedHeader> decode_header(std::string_view bytes) {
  BinaryReader in(bytes);
  LW_TRY_ASSIGN(DecodedHeader header, decode_header(in));
  LW_TRY(in.expect_end());
  return header;
}

const Node* add_node(NodePool& pool, DecodedHeader&& header, const Payload* payload) {
  PurgedContent purged;
  if (payload != nullptr && payload->is_purged()) {
    purged = {payload->digest(), header.content_hash};
    header.parts.purged = &purged;
  }
  return pool.add(std::move(header.parts), payload);
}

}  // namespace latewood::tree
