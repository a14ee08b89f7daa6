// Markers: blocks that record an edit of blocks in sealed turns, which stay unchanged (D-25).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

// The attribute that identifies a replacement whose type is not `cb:replacement`.
inline constexpr std::string_view kMarkerAttribute = "lw:marker";
inline constexpr std::string_view kReplacementMarker = "replacement";

// Returns true if a block with this type and these attributes replaces the blocks named in `data_replaces`.
bool is_replacement(std::string_view type, const std::vector<JsonMember>& attributes);
bool is_replacement(const Node& node);

// Returns true if the node is a redaction or a replacement.
bool is_marker(const Node& node);

// The ids that a redaction or replacement names; none for any other node.
std::vector<std::string_view> marked_by(const Node& node);

// The ids that a block of this type with these attributes would redact, replace or cover.
std::vector<std::string_view> ids_to_mark(std::string_view type, const std::vector<JsonMember>& attributes);

// The attributes of a marker with each named id replaced by the ids that `ids_now` returns for it.
std::vector<JsonMember> renamed_attributes(const Node& marker,
                                           const std::function<std::vector<std::string>(std::string_view id)>& ids_now);

}  // namespace latewood::tree
