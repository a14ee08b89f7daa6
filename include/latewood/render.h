// Provider profiles: a snapshot as the context members of a request to one vendor.
//
//   const auto rendered = context.latest()->render("anthropic");
//   send(rendered->bytes);                       // {"tools":[..],"system":[..],"messages":[..]}
//   for (const Repair& repair : rendered->repairs) log(to_string(repair.kind), repair.id);
//
// A render is a pure function of the snapshot, the profile and its version. The request is
// always one the vendor accepts: what the tree says is repaired by fixed rules where it has
// to be, every repair is reported, and what cannot be repaired is an error with a stable
// name. docs/profiles.md has the shapes of blocks and the rules.
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

// Structural: originals and markers as they stand. Effective: redacted blocks are a fixed
// placeholder, replacements stand where the original stood, a summary stands for what it
// covers (D-25).
enum class View : std::uint8_t { Effective, Structural };

struct RenderOptions {
  View view = View::Effective;  // default: effective
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

// "openai" is the newest version, "openai@1" that version. NotFound with the rule
// E_PROFILE_UNKNOWN otherwise.
Result<ProfileName> find_profile(std::string_view text);

// What settles the bytes of a render beside the snapshot, as canonical JSON: the id and version of
// the profile, its settings, and the view. No profile is the canonical thread, which has one view.
// E_PROFILE_UNKNOWN if there is none of that id and version. docs/profiles.md has every text.
Result<std::string> describe_profile(const std::optional<ProfileName>& profile, const RenderOptions& options = {});

// BLAKE3 of that text. Like the bytes of a version, it never changes.
Result<Blake3Digest> profile_digest(const std::optional<ProfileName>& profile, const RenderOptions& options = {});

enum class RepairKind : std::uint8_t {
  ResultAdded,         // a call had no result; a fixed one says so
  ResultMoved,         // a result stood away from its call; it follows the call now
  ResultAsText,        // a result had no call to answer; it is the user's text, in tags
  CallIdRewritten,     // the id was used before, too long, or had characters the vendor refuses
  CallNameRewritten,   // the same for the name of a called tool
  ArgumentsRewritten,  // arguments that are no JSON object, where the vendor wants one
  RoleChanged,         // the vendor has no such content in this role; it is the user's now
  SystemAsUser,        // a system block within the conversation, as the user's text, in tags
  ContentAsText,       // content the vendor cannot take in its own shape
  EmptyDropped,        // text without a visible character, which the vendor refuses
  TextTrimmed,         // white space at the end of a last assistant message
  ReasoningDropped,    // reasoning of another vendor, without signature, or with nothing after it
  UserAdded,           // the conversation started with the assistant; a fixed message precedes it
  ToolDropped,         // a tool definition outside `^sys`, or of a name that is defined again
  ToolAdded,           // calls, but no definition: the vendor wants one for each
  SignatureAdded,      // a call without signature, where the vendor wants its fixed substitute
  MarkerDropped,       // a replacement of something that is gone
  OpaqueDropped,       // a vendor's item whose other half is gone
  ContentPurged,       // content that was erased for good; a fixed text says so
  ErrorRewritten,      // the result of a failed tool that says nothing, or not in words
};

// "result_added", ...
std::string_view to_string(RepairKind kind);

struct Repair {
  RepairKind kind = RepairKind::ResultAdded;
  std::string id;  // the node it was about; empty if about none
  friend bool operator==(const Repair&, const Repair&) = default;
};

struct Rendered {
  ProfileName profile;
  std::string bytes;             // one compact ASCII JSON object, no newline
  Units units;                   // in the order of their bytes; they do not overlap
  std::vector<ByteRange> marks;  // cache breakpoints: bytes that are no part of the vendor's cache key
  std::vector<Repair> repairs;   // in a fixed order
};

}  // namespace latewood
