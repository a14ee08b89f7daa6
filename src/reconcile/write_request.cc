#include "reconcile/write_request.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "reconcile/context_lines.h"
#include "reconcile/system_edit.h"

namespace latewood::reconcile {
namespace {

// The edits of one request.
class Writer {
 public:
  Writer(Context& context, const HeldLine& line, const Request& request, const WriteOptions& options)
      : context_(context), line_(line), request_(request), options_(options) {}

  Result<WriteCounts> append(std::size_t from) {
    return in_one_step([&]() -> Result<void> {
      LW_TRY_ASSIGN(const std::size_t taken, take_head(from));
      return insert_rest(from + taken);
    });
  }

  Result<WriteCounts> compact(const std::vector<Hunk>& hunks, const std::vector<std::string>& ids) {
    return in_one_step([&]() -> Result<void> {
      LW_TRY(clear_head());
      for (const Hunk& hunk : hunks) LW_TRY(cover(hunk, ids));
      return {};
    });
  }

 private:
  template <class Edits>
  Result<WriteCounts> in_one_step(Edits edits) {
    const auto done = context_.together([&]() -> Result<void> {
      if (request_.has_system && !has_same_system(line_, request_)) LW_TRY(edit_system());
      LW_TRY(edits());
      if (!options_.note) return {};
      const auto committed = context_.commit(*options_.note);
      return committed ? Result<void>() : Result<void>(committed.error());
    });
    if (!done) return done.error();
    return counts_;
  }

  Result<void> edit_system() {
    LW_TRY_ASSIGN(const SystemEdit tools, edit_blocks_of_system(context_, line_.tools, request_.tools));
    LW_TRY_ASSIGN(const SystemEdit texts, edit_blocks_of_system(context_, line_.system, request_.system));
    counts_.system_added = tools.added + texts.added;
    counts_.system_removed = tools.removed + texts.removed;
    return {};
  }

  // Keeps the blocks of the active head with which the rest of the request begins, and removes its other blocks: a
  // client may send a reply in another form than it received it. Returns the number of kept blocks.
  Result<std::size_t> take_head(std::size_t from) {
    std::size_t same = 0;
    while (same < line_.head.size() && from + same < request_.blocks.size() &&
           line_.head[same].unit == request_.blocks[from + same].unit) {
      ++same;
    }
    counts_.taken = same;
    LW_TRY(remove_head_from(same));
    return same;
  }

  Result<void> clear_head() { return remove_head_from(0); }

  Result<void> remove_head_from(std::size_t at) {
    std::vector<std::string> ids;
    for (; at < line_.head.size(); ++at) ids.push_back(line_.head[at].id);
    if (ids.empty()) return {};
    const auto removed = context_.delete_nodes(ids);
    return removed ? Result<void>() : Result<void>(removed.error());
  }

  Component prepared(std::size_t at) {
    if (request_.tell_time) request_.tell_time(request_.blocks[at].time);
    Component block = request_.blocks[at].block;
    if (counts_.added == 0 && options_.masked != nullptr && !options_.masked->empty()) {
      JsonValue::Array masked;
      for (const MaskedText& each : *options_.masked) {
        masked.push_back(
            make_object({{"index", JsonValue(static_cast<std::int64_t>(each.index))}, {"text", JsonValue(each.text)}}));
      }
      block.attributes.push_back({std::string(kMasked), JsonValue(std::move(masked))});
    }
    ++counts_.added;
    return block;
  }

  Result<void> insert_rest(std::size_t at) {
    for (; at < request_.blocks.size(); ++at) LW_TRY(context_.insert(prepared(at), 0));
    return {};
  }

  // Blocks of a sealed turn stay in the tree; a block that covers them is sent in their place. The first new block
  // covers them, and the other new blocks are below it. If there is no new block, the covering block has no content and
  // is not sent.
  Result<void> cover(const Hunk& hunk, const std::vector<std::string>& ids) {
    if (hunk.from == hunk.to) return insert_between(hunk.given_from, hunk.given_to);
    JsonValue::Array covered;
    for (std::size_t at = hunk.from; at < hunk.to; ++at) covered.push_back(JsonValue(ids[at]));
    counts_.covered += covered.size();
    const bool is_silent = hunk.given_from == hunk.given_to;
    Component block = is_silent ? Component{} : prepared(hunk.given_from);
    const bool is_summary = is_silent || hunk.to - hunk.from > 1;
    if (is_summary && block.node_type == "cb") block.node_type = "cb:summary";
    block.attributes.push_back({"data_covers", JsonValue(std::move(covered))});
    LW_TRY_ASSIGN(const std::string id, context_.insert(block, 0));
    if (is_silent) return {};
    // Behind the end of the line no place is needed but the active head's own.
    if (hunk.to == line_.units.size()) return insert_between(hunk.given_from + 1, hunk.given_to);
    for (std::size_t at = hunk.given_from + 1; at < hunk.given_to; ++at) {
      LW_TRY(context_.insert_under(prepared(at), id));
    }
    return {};
  }

  Result<void> insert_between(std::size_t at, std::size_t end) {
    for (; at < end; ++at) LW_TRY(context_.insert(prepared(at), 0));
    return {};
  }

  Context& context_;
  const HeldLine& line_;
  const Request& request_;
  const WriteOptions& options_;
  WriteCounts counts_;
};

bool are_same(const std::vector<HeldUnit>& held, const std::vector<GivenBlock>& given) {
  return std::equal(held.begin(), held.end(), given.begin(), given.end(),
                    [](const HeldUnit& a, const GivenBlock& b) { return a.unit == b.unit; });
}

// The first line that is not blank, cut to 72 bytes between characters.
std::string first_line_of(std::string_view text) {
  constexpr std::size_t kMost = 72;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text = text.substr(start, text.find_first_of("\r\n", start) - start);
  if (text.size() <= kMost) return std::string(text);
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

bool has_same_system(const HeldLine& line, const Request& request) {
  return are_same(line.tools, request.tools) && are_same(line.system, request.system);
}

Result<WriteCounts> write_appended(Context& context, const HeldLine& line, const Request& request, std::size_t from,
                                   const WriteOptions& options) {
  return Writer(context, line, request, options).append(from);
}

Result<WriteCounts> write_compacted(Context& context, const HeldLine& line, const std::vector<std::string>& ids,
                                    const Request& request, const std::vector<Hunk>& hunks, const UnitReader& reader,
                                    const WriteOptions& options) {
  // Covers within covers may hide what the request has. Then everything is covered, and the whole request given again.
  const std::vector<Hunk> whole = {{0, line.units.size(), 0, request.blocks.size()}};
  LW_TRY_ASSIGN(Context trial, context.fork(context.cycle()));
  trial.set_system(true);
  WriteOptions for_trial;
  for_trial.note.emplace();
  Request without_system = request;
  without_system.has_system = false;
  HeldLine committed = line;
  committed.head.clear();
  const auto tried = Writer(trial, committed, without_system, for_trial).compact(hunks, ids);
  bool is_right = false;
  if (tried) {
    LW_TRY_ASSIGN(const HeldLine result, working_line(trial, reader));
    is_right = result.units == request.units();
  }
  return Writer(context, line, request, options).compact(is_right ? hunks : whole, ids);
}

std::string first_words_of(const Request& request, std::size_t from) {
  for (std::size_t at = from; at < request.blocks.size(); ++at) {
    const Component& block = request.blocks[at].block;
    const std::string* text = block.content ? block.content->as_string() : nullptr;
    if (text == nullptr || block.role == "tool") continue;
    if (std::string words = first_line_of(*text); !words.empty()) return words;
  }
  if (from >= request.blocks.size()) return {};
  return "(" + request.blocks[from].block.kind.value_or("block") + ")";
}

}  // namespace latewood::reconcile
