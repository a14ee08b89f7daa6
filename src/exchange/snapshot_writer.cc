#include "exchange/snapshot_writer.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_writer.h"
#include "exchange/node_writer.h"
#include "exchange/snapshot_document.h"
#include "history/timeline.h"
#include "tree/edit/pins.h"

namespace latewood::exchange {
namespace {

// Writes the members of an object in order of their names, with unknown members in between.
class MemberWriter {
 public:
  MemberWriter(ChunkedOutput& output, std::span<const JsonMember> others)
      : out_(output.buffer()), others_(others), before_('{') {}

  void name(std::string_view member) {
    for (; !others_.empty() && others_.front().key < member; others_ = others_.subspan(1)) write(others_.front());
    separate();
    append_json_string(out_, member);
    out_.push_back(':');
  }
  void finish() {
    for (const JsonMember& other : others_) write(other);
    out_.push_back('}');
  }

 private:
  void separate() {
    out_.push_back(before_);
    before_ = ',';
  }
  void write(const JsonMember& other) {
    separate();
    append_json_string(out_, other.key);
    out_.push_back(':');
    append_canonical_json(out_, other.value);
  }

  std::string& out_;
  std::span<const JsonMember> others_;
  char before_;
};

std::span<const JsonMember> others_of(const history::SnapshotData& snapshot) {
  const bool has_any = snapshot.details != nullptr && snapshot.details->envelope != nullptr;
  return has_any ? std::span<const JsonMember>(*snapshot.details->envelope) : std::span<const JsonMember>();
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  char before = '[';
  for (const std::string& text : texts) {
    out.push_back(before);
    append_json_string(out, text);
    before = ',';
  }
  out.push_back(']');
}

// Whether a node has a pin with a holder that is not empty.
bool has_holders(std::span<const Pin> pins) { return pins.size() > 1 || !pins.front().holder.empty(); }

void append_holders(std::string& out, const tree::Pins& pins) {
  char before = '{';
  for (const std::string& id : tree::pinned_ids(pins)) {
    const std::span<const Pin> own = tree::pins_of(pins, id);
    if (!has_holders(own)) continue;
    out.push_back(before);
    append_json_string(out, id);
    append_texts(out.append(":"), tree::holders_in(own));
    before = ',';
  }
  out.push_back('}');
}

}  // namespace

Result<void> write_snapshot(ChunkedOutput& output, const history::SnapshotData& snapshot) {
  std::string& out = output.buffer();
  MemberWriter members(output, others_of(snapshot));
  members.name("cycle");
  append_canonical_json(out, static_cast<std::int64_t>(snapshot.cycle()));
  const tree::Pins& pins = snapshot.tree.pins();
  if (std::any_of(pins.begin(), pins.end(), [](const Pin& pin) { return !pin.holder.empty(); })) {
    members.name("pin_holders");
    append_holders(out, pins);
  }
  if (!pins.empty()) {
    members.name("pins");
    append_texts(out, tree::pinned_ids(pins));
  }
  members.name("root");
  LW_TRY(write_tree(output, snapshot.tree, NodeForm::Export));
  members.name("spec_version");
  append_json_string(out, kSpecVersion);
  members.finish();
  return output.pass_on();
}

Result<void> write_history(ChunkedOutput& output, const history::SnapshotData* newest,
                           std::span<const JsonMember> others) {
  std::string& out = output.buffer();
  MemberWriter members(output, others);
  members.name("snapshots");
  out.push_back('[');
  const history::Timeline line(newest);
  // A collection by another process since the line was opened is found only when a snapshot is loaded.
  if (!line.empty()) line.back(line.kept() - 1);
  const std::vector<history::KeptPast::Mark> marks = line.kept_before();
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
    LW_TRY_ASSIGN(const history::SnapshotData* kept, line.load(*mark));
    LW_TRY(write_snapshot(output, *kept));
    out.push_back(',');
  }
  for (std::uint64_t left = line.kept(); left > 0; --left) {
    const history::SnapshotData& snapshot = history::ancestor(*newest, left - 1);
    if (snapshot.is_collected()) return broken(kSnapshotCollected, "others collect meanwhile", Code::Conflict);
    LW_TRY(write_snapshot(output, snapshot));
    if (left > 1) out.push_back(',');
  }
  out.push_back(']');
  members.name("spec_version");
  append_json_string(out, kSpecVersion);
  members.finish();
  return output.pass_on();
}

}  // namespace latewood::exchange
