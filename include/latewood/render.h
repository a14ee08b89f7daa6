// Profiles: a snapshot as the context members of a request to one vendor.
//
//   const Rendered rendered = context.latest().value().render("anthropic").value();
//   send(rendered.bytes);  // {"tools":[..],"system":[..],"messages":[..]}
//   for (const Repair& repair : rendered.repairs) std::cerr << to_string(repair.kind) << ' ' << repair.id << '\n';
//
// A render is a pure function of the snapshot, the profile and its version. The request is always one that the vendor
// accepts: the tree is repaired by fixed rules where necessary, every repair is reported, and what cannot be repaired
// is an error (E_CONTENT_INVALID, E_CONTENT_UNSUPPORTED, E_VENDOR_BOUND, E_TOOL_INVALID, E_RENDER_EMPTY).
// docs/profiles.md has the shapes of blocks and the rules. All structs are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"
#include "latewood/units.h"

namespace latewood {

// The form in which edited history is rendered (D-25).
enum class View : std::uint8_t {
  Effective,   // markers applied: a redacted block is a fixed placeholder, replacements and summaries are in place
  Structural,  // originals and markers as stored
};

struct RenderOptions {
  View view = View::Effective;  // default: Effective
};

// A profile by id and version. Old versions stay: the bytes of a version never change.
struct ProfileName {
  std::string id;  // "openai", "openai-responses", "anthropic", "gemini"
  std::uint32_t version = 1;
  friend bool operator==(const ProfileName&, const ProfileName&) = default;
};

// "openai@1".
std::string to_string(const ProfileName& profile);

// Every profile and version, by id, oldest version first.
std::vector<ProfileName> profiles();

// "openai" names the newest version, "openai@1" that version. E_PROFILE_UNKNOWN if there is none.
Result<ProfileName> find_profile(std::string_view text);

// Everything that a request depends on besides the snapshot, as canonical JSON: the id and version of the profile, its
// settings, and the view. nullopt: the canonical thread, which has one view. E_PROFILE_UNKNOWN if there is none of that
// id and version. docs/profiles.md has every text.
Result<std::string> describe_profile(const std::optional<ProfileName>& profile, const RenderOptions& options = {});

// BLAKE3 of that text. Like the bytes of a version, it never changes.
Result<Blake3Digest> profile_digest(const std::optional<ProfileName>& profile, const RenderOptions& options = {});

enum class RepairKind : std::uint8_t {
  ResultAdded,         // a call had no result: a fixed one was added
  ResultMoved,         // a result was not next to its call: it follows the call
  ResultAsText,        // a result had no call: it is text of the user, in tags
  CallIdRewritten,     // a call id was used before, was too long, or had characters that the vendor refuses
  CallNameRewritten,   // the same for the name of a called tool
  ArgumentsRewritten,  // arguments were no JSON object where the vendor needs one
  RoleChanged,         // the vendor permits no such content in this role: the role became that of the user
  SystemAsUser,        // a system block within the conversation: text of the user, in tags
  ContentAsText,       // content that the vendor does not accept in its own shape
  EmptyDropped,        // text without a visible character, which the vendor refuses
  TextTrimmed,         // white space at the end of the last assistant message
  ReasoningDropped,    // reasoning of another vendor, without signature, or with nothing after it
  UserAdded,           // the conversation started with the assistant: a fixed message precedes it
  ToolDropped,         // a tool definition outside `^sys`, or of a name that is defined later again
  ToolAdded,           // calls without a definition where the vendor needs one
  SignatureAdded,      // a call without signature where the vendor needs its fixed substitute
  MarkerDropped,       // a replacement of a node that is not there
  OpaqueDropped,       // an item of a vendor without its other half
  ContentPurged,       // purged content: a fixed text stands for it
  ErrorRewritten,      // the result of a failed tool that is empty or not a text
};

// "result_added", ...
std::string_view to_string(RepairKind kind);

struct Repair {
  RepairKind kind = RepairKind::ResultAdded;
  std::string id;  // the node it is about; empty: none
  friend bool operator==(const Repair&, const Repair&) = default;
};

struct Rendered {
  ProfileName profile;
  std::string bytes;             // one compact ASCII JSON object without a line feed
  Units units;                   // in the order of their bytes; they do not overlap
  std::vector<ByteRange> marks;  // cache breakpoints: bytes that are not part of the vendor's cache key
  std::vector<Repair> repairs;   // in a fixed order
};

}  // namespace latewood
