// Markers: blocks that say something about other blocks of sealed turns, which stay as they
// are (D-25).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

// A replacement of another type than `cb:replacement` says in this attribute what it is.
inline constexpr std::string_view kMarkerAttribute = "lw:marker";
inline constexpr std::string_view kReplacementMarker = "replacement";

// Whether a block with this type and these attributes replaces what its `data_replaces` names.
bool is_replacement(std::string_view type, const std::vector<JsonMember>& attributes);
bool is_replacement(const Node& node);

// Whether the node is a redaction or a replacement.
bool is_marker(const Node& node);

// The ids that a redaction or replacement names; none for any other node.
std::vector<std::string_view> marked_by(const Node& node);

// The ids that a block of this type with these attributes would redact, replace or cover.
std::vector<std::string_view> ids_to_mark(std::string_view type, const std::vector<JsonMember>& attributes);

// The attributes of a marker after what it names got other ids: each id is put as those that
// `ids_now` gives for it.
std::vector<JsonMember> renamed_attributes(const Node& marker,
                                           const std::function<std::vector<std::string>(std::string_view id)>& ids_now);

}  // namespace latewood::tree
