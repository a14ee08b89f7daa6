// The documents that hold snapshots: one in its envelope, or a history of them.
//
//   {"cycle":7,"pins":["a"],"root":{...},"spec_version":"PACT/0.1.0", ...}
//   {"snapshots":[{...}, ...],"spec_version":"PACT/0.1.0", ...}
//
// A bare root is read as a snapshot without an envelope: that is what `serialize_snapshot`
// writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/document_window.h"
#include "exchange/import_notes.h"
#include "exchange/node_document.h"
#include "exchange/tree_reader.h"
#include "latewood/json_value.h"
#include "latewood/result.h"
#include "tree/tree.h"

namespace latewood::exchange {

// The version that exports write (D-51).
inline constexpr std::string_view kSpecVersion = "PACT/0.1.0";

struct SnapshotDocument {
  std::optional<std::uint64_t> cycle;
  tree::Pins pins;                 // sorted, each once
  NodeDocuments nodes;             // as `read_nodes` gives them
  std::vector<JsonMember> others;  // members of the envelope that mean nothing here, sorted (E-16)
  Place place;                     // the place of the envelope
  std::string version;             // `spec_version`; empty if it is missing
  bool has_empty_pins = false;     // `pins` exists and is empty
};

enum class DocumentKind : std::uint8_t { Snapshot, History };

struct DocumentEnd {
  DocumentKind kind = DocumentKind::Snapshot;
  std::vector<JsonMember> others;  // unknown members of the history's envelope, sorted
};

// Reads a whole document and hands its snapshots over in the order of the text. What `take`
// refuses ends the reading. Nodes refer to the text. `notes` are told of members of the envelopes, but for a cycle that
// is missing, with places in the window. A history of no snapshots is one. Of a history that comes in
// pieces one snapshot at a time is in the window.
Result<DocumentEnd> read_document(DocumentWindow& window, const ImportNotes& notes, const KeepContent& keep,
                                  const std::function<Result<void>(SnapshotDocument)>& take);
Result<DocumentEnd> read_document(std::string_view text, const ImportNotes& notes, const KeepContent& keep,
                                  const std::function<Result<void>(SnapshotDocument)>& take);

}  // namespace latewood::exchange
