// Reads documents with snapshots: one snapshot in its envelope, or a history.
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

// Reads a whole document and calls `take` for each snapshot in the order of the text; an error of `take` ends the
// reading. Nodes refer to the text, which holds one snapshot of a history at a time. Notes about members of envelopes,
// except a missing cycle, go to `notes`, with places in the window. A history without snapshots is valid.
Result<DocumentEnd> read_document(DocumentWindow& window, const ImportNotes& notes, const KeepContent& keep,
                                  const std::function<Result<void>(SnapshotDocument)>& take);
Result<DocumentEnd> read_document(std::string_view text, const ImportNotes& notes, const KeepContent& keep,
                                  const std::function<Result<void>(SnapshotDocument)>& take);

}  // namespace latewood::exchange
