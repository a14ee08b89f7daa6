#include "render/opaque_pairs.h"

#include <map>
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

  void add(const Part& part, bool may_wait) {
    const auto link = link_of(part, dialect_);
    if (!link) return;
    if (link->is_answer) {
      if (open_.erase(link->id) == 0) lone_.insert(part.block.id);
      return;
    }
    const auto [open, is_new] = open_.try_emplace(link->id);
    if (!is_new) lone_.insert(open->second.block);
    open->second = {part.block.id, may_wait};
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
  };

  const Dialect& dialect_;
  std::map<std::string, Open> open_;  // by link
  std::set<std::string_view> lone_;
};

}  // namespace

std::optional<OpaqueLink> anthropic_link(const JsonValue& item) {
  if (const std::string_view id = text_in(item, "tool_use_id"); !id.empty()) return OpaqueLink{std::string(id), true};
  const std::string_view id = text_in(item, "id");
  if (id.empty() || !text_in(item, "type").ends_with("tool_use")) return std::nullopt;
  return OpaqueLink{std::string(id), false};
}

std::optional<OpaqueLink> responses_link(const JsonValue& item) {
  const std::string_view id = text_in(item, "call_id");
  if (id.empty()) return std::nullopt;
  return OpaqueLink{std::string(id), text_in(item, "type").ends_with("_output")};
}

void drop_unpaired(Thread& thread, const Dialect& dialect) {
  if (dialect.opaque_link == nullptr) return;
  PairFinder finder(dialect);
  const Message* last = last_message(thread);
  for (const Turn& turn : thread.turns) {
    for (const Message& message : turn.messages) {
      for (const Part& part : message.parts) finder.add(part, &message == last);
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
