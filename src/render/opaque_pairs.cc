#include "render/opaque_pairs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "canon/json_reader.h"
#include "render/parts/kept_members.h"

namespace latewood::render {
namespace {

std::string_view text_in(const JsonValue& item, std::string_view key) {
  const JsonValue* member = item.find(key);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string_view() : *text;
}

// The link of the opaque item whose program made the call; empty if the model did.
std::string caller_of(const Part& part, const Dialect& dialect) {
  return part.call && dialect.caller_of != nullptr ? dialect.caller_of(part.block) : std::string();
}

// The last message of the thread; null if it is in a known turn, in which no item waits for its other half.
const Message* last_message(const Thread& thread) {
  const Message* last = nullptr;
  for (const Turn& turn : thread.turns) {
    if (!turn.messages.empty()) last = &turn.messages.back();
    if (turn.known != nullptr && turn.known->starts_message) last = nullptr;
  }
  return last;
}

class PairFinder {
 public:
  // Adds ties to the thread.
  PairFinder(Thread& thread, const Dialect& dialect, const SettledPart& settled)
      : thread_(thread), dialect_(dialect), settled_(settled) {}

  void start_turn(std::size_t turn) { turn_ = turn; }
  // Call when the speaker changes.
  void start_speech() { ++speech_; }

  void add(const Part& part, bool is_last) {
    const auto link = link_of(part.block, dialect_);
    if (!link) return;
    if (link->is_answer) return answer(*link, part);
    const auto [open, is_new] = open_.try_emplace(link->id);
    if (!is_new) leave_alone(*open);
    open->second = {part.block.id, link->other, is_last && link->may_wait, speech_, turn_};
  }

  // The block that waits under that link; nullopt if there is none.
  std::optional<std::string_view> find_open(const std::string& link) const {
    const auto open = open_.find(link);
    return open == open_.end() ? std::nullopt : std::optional(open->second.block);
  }
  // Call for an item whose link is not in the thread: its other half may be in a settled turn.
  void look_before(const std::string& link) {
    if (settled_.waits()) reopen(thread_, settled_.waiting_for(half_of_item(link)));
  }

  // The blocks without their other half.
  const std::set<std::string_view>& finish() {
    for (const auto& open : open_) {
      if (!open.second.may_wait) leave_alone(open);
    }
    return lone_;
  }

 private:
  struct Open {
    std::string_view block;
    std::string other;  // another name of the link
    bool may_wait = false;
    std::size_t speech = 0;  // the speech with the block
    std::size_t turn = 0;    // the turn with the block
  };
  using Opens = std::map<std::string, Open>;  // by link

  // Keeps an item without its other half, which may still be added.
  void leave_alone(const Opens::value_type& open) {
    lone_.insert(open.second.block);
    if (open.second.turn == 0) {
      thread_.ties.with_system = true;
      return;
    }
    for (const std::string& name : {open.first, open.second.other}) {
      if (!name.empty()) thread_.ties.waits.push_back({half_of_item(name), ring_of(open.second.turn)});
    }
  }

  // The turns of a thread are `^sys` and those after the settled ones.
  std::size_t ring_of(std::size_t turn) const { return settled_.turns + turn - 1; }

  void answer(const OpaqueLink& link, const Part& part) {
    auto open = open_.find(link.id);
    if (open == open_.end()) {
      open =
          std::find_if(open_.begin(), open_.end(), [&link](const auto& each) { return each.second.other == link.id; });
    }
    const bool is_late = open != open_.end() && link.at_once && open->second.speech != speech_;
    if (open == open_.end()) look_before(link.id);
    if (open == open_.end() || is_late) lone_.insert(part.block.id);
    if (is_late) lone_.insert(open->second.block);
    if (open == open_.end()) return;
    if (open->second.turn == 0) {
      thread_.ties.with_system = true;
    } else {
      thread_.ties.add(ring_of(turn_), ring_of(open->second.turn));
    }
    open_.erase(open);
  }

  Thread& thread_;
  const Dialect& dialect_;
  const SettledPart& settled_;
  std::size_t turn_ = 0;
  std::size_t speech_ = 0;
  Opens open_;
  std::set<std::string_view> lone_;
};

// The calls that programs made, each with the block of its program; nullopt if no such program waits.
using Callers = std::map<const Part*, std::optional<std::string_view>>;

void note_callers(const Message& message, const Dialect& dialect, PairFinder& finder, Callers& callers) {
  for (const Part& part : message.parts) {
    const std::string caller = caller_of(part, dialect);
    if (caller.empty()) continue;
    const auto open = finder.find_open(caller);
    if (!open) finder.look_before(caller);
    callers.emplace(&part, open);
  }
}

}  // namespace

std::optional<OpaqueLink> link_of(const Block& block, const Dialect& dialect) {
  if (block.kind != Kind::Opaque || dialect.opaque_link == nullptr) return std::nullopt;
  const auto item = parse_json(block.json);
  return item ? dialect.opaque_link(*item) : std::nullopt;
}

bool is_reasoning(const Block& block, const Dialect& dialect) {
  if (block.kind != Kind::Opaque || dialect.is_reasoning == nullptr) return block.kind == Kind::Reasoning;
  const auto item = parse_json(block.json);
  return item && dialect.is_reasoning(*item);
}

std::string anthropic_caller(const Block& call) {
  const JsonValue* caller = find_kept_member(call, "lw:members", "anthropic", "caller");
  return caller == nullptr ? std::string() : std::string(text_in(*caller, "tool_id"));
}

std::optional<OpaqueLink> anthropic_link(const JsonValue& item) {
  if (const std::string_view id = text_in(item, "tool_use_id"); !id.empty()) {
    return OpaqueLink{std::string(id), true, true};
  }
  const std::string_view id = text_in(item, "id");
  const std::string_view type = text_in(item, "type");
  if (id.empty() || !type.ends_with("tool_use")) return std::nullopt;
  const bool is_run_by_vendor = type != "tool_use";
  return OpaqueLink{std::string(id), false, true, is_run_by_vendor, true};
}

bool is_anthropic_reasoning(const JsonValue& item) {
  const std::string_view type = text_in(item, "type");
  return type == "thinking" || type == "redacted_thinking";
}

std::optional<OpaqueLink> responses_link(const JsonValue& item) {
  const std::string_view type = text_in(item, "type");
  const bool asks = type == "mcp_approval_request";
  const bool approves = type == "mcp_approval_response";
  const std::string_view id = text_in(item, asks ? "id" : approves ? "approval_request_id" : "call_id");
  // The output of a local shell names its call by one id or the other.
  const std::string_view other = type.starts_with("local_shell_call") ? text_in(item, "id") : std::string_view();
  if (id.empty() && other.empty()) return std::nullopt;
  const bool is_answer = approves || type.ends_with("_output");
  const bool is_call = !asks && !is_answer && !id.empty();
  return OpaqueLink{std::string(id.empty() ? other : id), is_answer, false, asks, is_call, std::string(other)};
}

std::optional<OpaqueLink> responses_link_3(const JsonValue& item) {
  auto link = responses_link(item);
  if (link && text_in(item, "type") == "program") link->may_wait = true;
  return link;
}

std::string responses_caller(const Block& call) {
  const JsonValue* caller = find_kept_member(call, "lw:members", "openai-responses", "caller");
  return caller == nullptr ? std::string() : std::string(text_in(*caller, "caller_id"));
}

bool is_responses_reasoning(const JsonValue& item) { return text_in(item, "type") == "reasoning"; }

std::optional<OpaqueLink> gemini_link(const JsonValue& item) {
  const bool is_result = item.find("codeExecutionResult") != nullptr;
  if (!is_result && item.find("executableCode") == nullptr) return std::nullopt;
  return OpaqueLink{"code", is_result, true, true};
}

void drop_unpaired(Thread& thread, const Dialect& dialect, const SettledPart& settled) {
  if (dialect.opaque_link == nullptr) return;
  PairFinder finder(thread, dialect, settled);
  const Message* last = last_message(thread);
  Callers callers;
  std::optional<Role> speaker;
  const auto speaks = [&](Role role) {
    if (speaker != role) finder.start_speech();
    speaker = role;
  };
  for (std::size_t at = 0; at < thread.turns.size(); ++at) {
    Turn& turn = thread.turns[at];
    finder.start_turn(at);
    if (turn.known != nullptr && turn.known->starts_message) {
      speaks(turn.known->speaker);
      if (!turn.known->is_one_speech) {
        finder.start_speech();
        speaker.reset();
      }
    }
    for (const Message& message : turn.messages) {
      speaks(message.role);
      for (const Part& part : message.parts) finder.add(part, &message == last);
      note_callers(message, dialect, finder, callers);
      if (!message.answers.empty() && !dialect.results_may_intervene) speaks(Role::User);
    }
  }
  const std::set<std::string_view>& lone = finder.finish();
  for (Turn& turn : thread.turns) {
    for (Message& message : turn.messages) {
      for (Part& part : message.parts) {
        const auto caller = callers.find(&part);
        if (caller != callers.end()) part.lost_caller = !caller->second || lone.contains(*caller->second);
      }
      if (lone.empty()) continue;
      std::erase_if(message.parts, [&](const Part& part) {
        const bool goes = part.block.kind == Kind::Opaque && lone.contains(part.block.id);
        if (goes) turn.own_repairs.unpaired.push_back({RepairKind::OpaqueDropped, std::string(part.block.id)});
        return goes;
      });
    }
  }
}

}  // namespace latewood::render
