#include "render/opaque_pairs.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "canon/json_reader.h"

namespace latewood::render {
namespace {

std::string_view text_in(const JsonValue& item, std::string_view key) {
  const JsonValue* member = item.find(key);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string_view() : *text;
}

std::optional<OpaqueLink> link_of(const Part& part, const Dialect& dialect) {
  if (part.block.kind != Kind::Opaque) return std::nullopt;
  const auto item = parse_json(part.block.json);
  return item ? dialect.opaque_link(*item) : std::nullopt;
}

// Null if it is of a known turn, in which nothing waits.
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
  explicit PairFinder(const Dialect& dialect) : dialect_(dialect) {}

  // Somebody else speaks.
  void start_speech() { ++speech_; }

  void add(const Part& part, bool may_wait) {
    const auto link = link_of(part, dialect_);
    if (!link) return;
    if (link->is_answer) return answer(*link, part);
    const auto [open, is_new] = open_.try_emplace(link->id);
    if (!is_new) lone_.insert(open->second.block);
    open->second = {part.block.id, may_wait, speech_};
  }

  // The blocks without their other half.
  std::set<std::string_view> lone() const {
    std::set<std::string_view> blocks = lone_;
    for (const auto& [link, open] : open_) {
      if (!open.may_wait) blocks.insert(open.block);
    }
    return blocks;
  }

 private:
  struct Open {
    std::string_view block;
    bool may_wait = false;
    std::size_t speech = 0;  // in which it stands
  };

  void answer(const OpaqueLink& link, const Part& part) {
    const auto open = open_.find(link.id);
    const bool is_late = open != open_.end() && link.at_once && open->second.speech != speech_;
    if (open == open_.end() || is_late) lone_.insert(part.block.id);
    if (is_late) lone_.insert(open->second.block);
    if (open != open_.end()) open_.erase(open);
  }

  const Dialect& dialect_;
  std::size_t speech_ = 0;
  std::map<std::string, Open> open_;  // by link
  std::set<std::string_view> lone_;
};

}  // namespace

std::optional<OpaqueLink> anthropic_link(const JsonValue& item) {
  if (const std::string_view id = text_in(item, "tool_use_id"); !id.empty()) {
    return OpaqueLink{std::string(id), true, true};
  }
  const std::string_view id = text_in(item, "id");
  if (id.empty() || !text_in(item, "type").ends_with("tool_use")) return std::nullopt;
  return OpaqueLink{std::string(id), false, true};
}

std::optional<OpaqueLink> responses_link(const JsonValue& item) {
  const std::string_view type = text_in(item, "type");
  const bool asks = type == "mcp_approval_request";
  const bool approves = type == "mcp_approval_response";
  const std::string_view id = text_in(item, asks ? "id" : approves ? "approval_request_id" : "call_id");
  if (id.empty()) return std::nullopt;
  return OpaqueLink{std::string(id), approves || type.ends_with("_output")};
}

std::optional<OpaqueLink> gemini_link(const JsonValue& item) {
  for (const std::string_view key : {"functionCall", "functionResponse"}) {
    const JsonValue* function = item.find(key);
    if (function == nullptr) continue;
    const std::string_view id = text_in(*function, "id");
    const std::string_view name = id.empty() ? text_in(*function, "name") : id;
    return OpaqueLink{"function " + std::string(name), key == "functionResponse"};
  }
  const bool is_result = item.find("codeExecutionResult") != nullptr;
  if (!is_result && item.find("executableCode") == nullptr) return std::nullopt;
  return OpaqueLink{"code", is_result, true};
}

void drop_unpaired(Thread& thread, const Dialect& dialect) {
  if (dialect.opaque_link == nullptr) return;
  PairFinder finder(dialect);
  const Message* last = last_message(thread);
  std::optional<Role> speaker;
  const auto speaks = [&](Role role) {
    if (speaker != role) finder.start_speech();
    speaker = role;
  };
  for (const Turn& turn : thread.turns) {
    if (turn.known != nullptr && turn.known->says) {
      finder.start_speech();
      speaker.reset();
    }
    for (const Message& message : turn.messages) {
      speaks(message.role);
      for (const Part& part : message.parts) finder.add(part, &message == last);
      if (!message.answers.empty()) speaks(Role::User);
    }
  }
  const std::set<std::string_view> lone = finder.lone();
  if (lone.empty()) return;
  for (Turn& turn : thread.turns) {
    for (Message& message : turn.messages) {
      std::erase_if(message.parts, [&](const Part& part) {
        const bool goes = part.block.kind == Kind::Opaque && lone.contains(part.block.id);
        if (goes) thread.repairs.pairs.push_back({RepairKind::OpaqueDropped, std::string(part.block.id)});
        return goes;
      });
    }
  }
}

}  // namespace latewood::render
