#include "render/thread.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "render/call_names.h"
#include "render/marker_ties.h"
#include "render/opaque_pairs.h"

namespace latewood::render {
namespace {

// The place of a call that has no result yet.
struct OpenCall {
  std::size_t turn = 0;
  std::size_t message = 0;
  std::size_t part = 0;
  friend bool operator==(const OpenCall&, const OpenCall&) = default;
};

class ThreadBuilder {
 public:
  // `settled` must outlive this.
  ThreadBuilder(const Dialect& dialect, Thread& thread, const SettledPart& settled)
      : dialect_(dialect), thread_(thread), settled_(settled), ids_(dialect, &settled) {}

  Result<void> add_system_region(ViewedTurn viewed);
  Result<void> add_turn(ViewedTurn viewed);
  // Adds a known turn. False, without any effect, if an earlier turn has used the id of one of its calls.
  bool add_known(const KnownTurn& known);
  Result<void> finish();
  // Finishes a thread of one turn and sets its facts. False if the turn depends on other turns.
  bool finish_alone(KnownTurn& facts);

 private:
  void start_turn(std::vector<Repair> of_view);
  Result<void> add_tool(Block block);
  void take_text(Block& opaque);
  void add_tool(Tool tool);
  Result<void> add_block(Block block);
  bool answer(const Block& block);
  bool is_refused_as_blank(const Block& text) const;
  bool take_item(const Block& block);
  bool take_id(const std::string& id);
  bool take_opaque_call(const Block& block);
  Result<void> add_part(Block block);
  void take_role(Block& block);
  bool continues_message(const Block& block) const;
  void start_message(const Block& block);
  void add_call(Call& call, const Block& block);
  void note_called(const std::string& name);
  Result<void> see_to_start();
  void drop_reasoning(Turn& turn);
  void drop_reasoning(Message& message);
  void add_missing_answers();
  static bool is_trimmed(const Message& last);
  void trim_last_text();
  bool leaves_something_open() const;
  bool has_linked_items() const;
  // Adds a repair to the current list.
  void repair(RepairKind kind, const Block& block) { repairs_->push_back({kind, std::string(block.id)}); }

  Turn& turn() { return thread_.turns.back(); }
  const Turn& turn() const { return thread_.turns.back(); }
  Message& message_of(const OpenCall& call) { return thread_.turns[call.turn].messages[call.message]; }

  const Dialect& dialect_;
  Thread& thread_;
  const SettledPart& settled_;
  std::vector<Repair>* repairs_ = nullptr;
  CallIds ids_;
  bool in_system_region_ = false;
  // Calls without a result yet, by their id in the tree; the newest last.
  std::map<std::string, std::vector<OpenCall>, std::less<>> open_;
  std::vector<std::string> called_;  // names, in the order of their first call
  // The previous block: a part that the next block may continue, or a result for the message before it.
  const tree::Node* previous_ = nullptr;
  std::string previous_message_;
  std::string previous_item_;  // the id of the previous block, if it was reasoning
  std::optional<std::pair<std::size_t, std::size_t>> results_of_;
  bool has_lone_result_ = false;
};

Result<void> ThreadBuilder::add_system_region(ViewedTurn viewed) {
  start_turn(std::move(viewed.repairs));
  in_system_region_ = true;
  for (const Block& block : viewed.blocks) {
    if (is_tool_definition(block)) {
      LW_TRY(add_tool(block));
    } else {
      LW_TRY(add_block(block));
    }
  }
  in_system_region_ = false;
  return {};
}

void ThreadBuilder::start_turn(std::vector<Repair> of_view) {
  thread_.turns.emplace_back().own_repairs.markers = std::move(of_view);
  repairs_ = &turn().own_repairs.built;
}

// Uses the text of an item that is stored as text, so that its members keep their order.
void ThreadBuilder::take_text(Block& opaque) {
  if (auto text = opaque_text(opaque)) opaque.json = thread_.texts.emplace_back(*std::move(text));
}

Result<void> ThreadBuilder::add_tool(Block block) {
  if (block.is_placeholder) return repair(RepairKind::ToolDropped, block), Result<void>();
  if (block.kind == Kind::Opaque) {
    take_text(block);
    LW_TRY(check_opaque(block, dialect_.profile));
    add_tool({block, std::nullopt, vendor_tool_name(block)});
    return {};
  }
  LW_TRY_ASSIGN(ToolDefinition definition, read_tool(block));
  if (!is_tool_name(definition.name, dialect_)) {
    return broken(kToolInvalid, std::string(block.id) + ": " + std::string(dialect_.profile) +
                                    " takes no tool of the name " + canonical_json(JsonValue(definition.name)));
  }
  std::string name = definition.name;
  add_tool({block, std::move(definition), std::move(name)});
  return {};
}

// Adds a tool. It replaces an earlier definition with the same name.
void ThreadBuilder::add_tool(Tool tool) {
  std::erase_if(thread_.tools, [&](const Tool& earlier) {
    const bool is_same = !tool.name.empty() && earlier.name == tool.name;
    if (is_same) repair(RepairKind::ToolDropped, earlier.block);
    return is_same;
  });
  thread_.tools.push_back(std::move(tool));
}

Result<void> ThreadBuilder::add_turn(ViewedTurn viewed) {
  start_turn(std::move(viewed.repairs));
  previous_ = nullptr;
  for (const Block& block : viewed.blocks) {
    if (is_tool_definition(block)) {
      repair(RepairKind::ToolDropped, block);
    } else {
      LW_TRY(add_block(block));
    }
  }
  return {};
}

Result<void> ThreadBuilder::add_block(Block block) {
  if (block.is_purged()) repair(RepairKind::ContentPurged, block);
  if (block.kind == Kind::Result) {
    if (answer(block)) return {};
    // The result has content, but the vendor accepts results of calls only.
    has_lone_result_ = true;
    repair(RepairKind::ResultAsText, block);
    block.json = thread_.texts.emplace_back(result_text(block));
    block.kind = Kind::Text;
    block.role = Role::User;
    block.tag = "tool_result";
  }
  return add_part(block);
}

// Adds a result to the nearest earlier call that has its id and no result. Of several such calls in one message it
// takes the first: results of parallel calls are in the order of the calls.
bool ThreadBuilder::answer(const Block& block) {
  const std::string_view id = block.text_attribute("lw:call_id");
  const auto found = open_.find(id);
  if (found == open_.end() || found->second.empty()) {
    if (settled_.waits()) reopen(thread_, settled_.waiting_for(result_of_call(id)));
    return false;
  }
  std::vector<OpenCall>& calls = found->second;
  const auto first = std::find_if(calls.begin(), calls.end(), [&calls](const OpenCall& call) {
    return call.turn == calls.back().turn && call.message == calls.back().message;
  });
  const OpenCall at = *first;
  calls.erase(first);
  Message& message = message_of(at);
  if (at.turn != 0) thread_.ties.add(settled_.turns + thread_.turns.size() - 2, settled_.turns + at.turn - 1);
  if (results_of_ != std::pair(at.turn, at.message)) repair(RepairKind::ResultMoved, block);
  const Call& call = *message.parts[at.part].call;
  message.answers.push_back({call.id, call.name, block, block.id});
  previous_ = nullptr;
  return true;
}

bool ThreadBuilder::is_refused_as_blank(const Block& text) const {
  if (!dialect_.refuses_blank_text || !text.tag.empty() || !is_blank(text.json)) return false;
  const bool is_signed = !text.text_attribute("lw:signature").empty() && !is_foreign(text, dialect_.profile);
  return !dialect_.signs_texts || !is_signed;
}

Result<void> ThreadBuilder::add_part(Block block) {
  std::optional<Call> call;
  if (block.kind == Kind::Call) {
    call = find_call(block);
    if (call) call->in_order = dialect_.keeps_order;
    if (!call) {
      repair(RepairKind::ContentAsText, block);
      block.kind = Kind::Text;
    }
  }
  if (block.kind == Kind::Opaque) {
    take_text(block);
    LW_TRY(check_opaque(block, dialect_.profile));
  }
  if (dialect_.unique_items && !take_item(block)) {
    repair(block.kind == Kind::Reasoning ? RepairKind::ReasoningDropped : RepairKind::OpaqueDropped, block);
    return {};
  }
  if (block.kind == Kind::Opaque && !take_opaque_call(block)) {
    return repair(RepairKind::OpaqueDropped, block), Result<void>();
  }
  LW_TRY_ASSIGN(auto transcript, find_transcript(block, dialect_.profile));
  if (transcript) {
    repair(RepairKind::ContentAsText, block);
    block.json = thread_.texts.emplace_back(*std::move(transcript));
  }
  if (block.kind == Kind::Text && is_refused_as_blank(block)) {
    return repair(RepairKind::EmptyDropped, block), Result<void>();
  }
  take_role(block);
  if (dialect_.system_apart && in_system_region_ && block.role == Role::System) {
    thread_.system.push_back(block);
    return {};
  }
  if (!continues_message(block)) start_message(block);
  if (call) add_call(*call, block);
  const std::string kept_id = dialect_.kept_id == nullptr ? std::string() : dialect_.kept_id(block);
  turn().messages.back().parts.push_back({block, std::move(call), false, !take_id(kept_id)});
  previous_ = block.node;
  previous_item_ = dialect_.unique_items && block.kind == Kind::Reasoning ? item_id(block) : std::string();
  return {};
}

// Reserves the id of an item. False if another item has it. Adjacent blocks of reasoning may be one item.
bool ThreadBuilder::take_item(const Block& block) {
  const std::string id = item_id(block);
  if (id.empty() || (block.kind == Kind::Reasoning && !dialect_.takes_reasoning(block))) return true;
  const bool goes_on = block.kind == Kind::Reasoning && continues_message(block) && previous_item_ == id;
  return goes_on || take_id(id);
}

// False if another item has that id.
bool ThreadBuilder::take_id(const std::string& id) {
  if (!id.empty() && !ids_.take_item(id)) return false;
  if (!id.empty()) turn().own_ids.push_back(CallIds::name_of_item(id));
  return true;
}

// Reserves the id of an opaque call. False if ids must be unique in the whole thread and an earlier call has it.
bool ThreadBuilder::take_opaque_call(const Block& block) {
  if (dialect_.call_ids != IdScope::Thread) return true;
  const auto link = link_of(block, dialect_);
  if (!link || !link->is_call) return true;
  if (!ids_.take_all({link->id})) return false;
  turn().own_ids.push_back(link->id);
  return true;
}

// Sets the role in which the vendor accepts this content.
void ThreadBuilder::take_role(Block& block) {
  const bool is_media = block.kind == Kind::Image || block.kind == Kind::Document;
  if (block.kind == Kind::Call || block.kind == Kind::Reasoning) {
    block.role = Role::Assistant;
  } else if (block.role == Role::Tool || (block.role == Role::System && block.kind != Kind::Text) ||
             (block.role == Role::Assistant && is_media && !dialect_.assistant_media)) {
    repair(RepairKind::RoleChanged, block);
    block.role = Role::User;
  } else if (block.role == Role::System && dialect_.system_apart && !in_system_region_) {
    repair(RepairKind::SystemAsUser, block);
    block.role = Role::User;
    block.tag = "system";
  }
}

// Whether the block belongs to the message of the previous block: both name the same message, or both are the
// assistant's and name none. For every vendor, text and calls of the assistant in one response are one message.
bool ThreadBuilder::continues_message(const Block& block) const {
  if (previous_ == nullptr || turn().messages.empty() || turn().messages.back().role != block.role) return false;
  const std::string_view message = block.text_attribute("lw:message");
  return message == previous_message_ && (!message.empty() || block.role == Role::Assistant);
}

void ThreadBuilder::start_message(const Block& block) {
  turn().messages.push_back({block.role, {}, {}});
  previous_message_ = block.text_attribute("lw:message");
  results_of_.reset();
  ids_.start_message();
}

void ThreadBuilder::add_call(Call& call, const Block& block) {
  const OpenCall at{thread_.turns.size() - 1, turn().messages.size() - 1, turn().messages.back().parts.size()};
  open_[call.id].push_back(at);
  results_of_ = {at.turn, at.message};
  std::string id = ids_.id_for(call.id);
  if (id != call.id) repair(RepairKind::CallIdRewritten, block);
  if (dialect_.call_ids == IdScope::Thread) turn().own_ids.push_back(id);
  call.id = std::move(id);
  std::string name = tool_name_for(call.name, dialect_);
  if (name != call.name) repair(RepairKind::CallNameRewritten, block);
  call.name = std::move(name);
  note_called(call.name);
}

void ThreadBuilder::note_called(const std::string& name) {
  if (std::find(called_.begin(), called_.end(), name) == called_.end()) called_.push_back(name);
}

bool ThreadBuilder::add_known(const KnownTurn& known) {
  if (!ids_.take_all(known.call_ids)) return false;
  thread_.turns.push_back({{}, &known});
  for (const std::string& name : known.called) note_called(name);
  if (known.starts_message) results_of_.reset();
  return true;
}

Result<void> ThreadBuilder::finish() {
  add_missing_answers();
  drop_unpaired(thread_, dialect_, settled_);
  for (Turn& each : thread_.turns) drop_reasoning(each);
  repairs_ = &thread_.end_repairs;
  LW_TRY(see_to_start());
  thread_.has_calls = settled_.calls() || !called_.empty();
  if (dialect_.declares_called_tools && thread_.tools.empty() && !called_.empty()) {
    thread_.added_tools = called_;
    repairs_->push_back({RepairKind::ToolAdded, {}});
  }
  if (dialect_.trims_last_text) trim_last_text();
  return {};
}

// E_RENDER_EMPTY if there is no message. Adds the fixed user message if the dialect wants the user first. Settled turns
// were checked before.
Result<void> ThreadBuilder::see_to_start() {
  if (settled_.says()) return {};
  const auto first =
      std::find_if(thread_.turns.begin(), thread_.turns.end(), [](const Turn& each) { return each.says_something(); });
  if (first == thread_.turns.end()) {
    return broken(kRenderEmpty, "there is no message to send to " + std::string(dialect_.profile));
  }
  const Role role = first->known != nullptr ? first->known->first_role : first->messages.front().role;
  thread_.adds_user = dialect_.user_first && role != Role::User;
  if (!thread_.adds_user) return {};
  repairs_->push_back({RepairKind::UserAdded, first->known != nullptr
                                                  ? first->known->first_block
                                                  : std::string(first->messages.front().parts.front().block.id)});
  return {};
}

void ThreadBuilder::add_missing_answers() {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> parts;
  for (const auto& [id, calls] : open_) {
    for (const OpenCall& call : calls) {
      parts[{call.turn, call.message}].push_back(call.part);
      if (call.turn != 0) thread_.ties.waits.push_back({result_of_call(id), settled_.turns + call.turn - 1});
    }
  }
  for (auto& [at, unanswered] : parts) {
    std::sort(unanswered.begin(), unanswered.end());
    repairs_ = &thread_.turns[at.first].own_repairs.unanswered;
    Message& message = thread_.turns[at.first].messages[at.second];
    for (const std::size_t part : unanswered) {
      const Part& open = message.parts[part];
      repair(RepairKind::ResultAdded, open.block);
      message.answers.push_back({open.call->id, open.call->name, std::nullopt, open.block.id});
    }
  }
}

void ThreadBuilder::drop_reasoning(Turn& turn) {
  repairs_ = &turn.own_repairs.dropped;
  for (Message& message : turn.messages) drop_reasoning(message);
  std::erase_if(turn.messages, [](const Message& message) { return message.parts.empty(); });
}

void ThreadBuilder::drop_reasoning(Message& message) {
  const auto drop = [this](const Part& part) {
    const bool goes = part.block.kind == Kind::Reasoning &&
                      (dialect_.takes_reasoning == nullptr || !dialect_.takes_reasoning(part.block));
    if (goes) repair(RepairKind::ReasoningDropped, part.block);
    return goes;
  };
  std::erase_if(message.parts, drop);
  if (!dialect_.reasoning_needs_follower) return;
  while (!message.parts.empty() && is_reasoning(message.parts.back().block, dialect_)) {
    repair(RepairKind::ReasoningDropped, message.parts.back().block);
    message.parts.pop_back();
  }
}

bool ThreadBuilder::is_trimmed(const Message& last) {
  if (last.role != Role::Assistant || !last.answers.empty()) return false;
  const Block& block = last.parts.back().block;
  return block.kind == Kind::Text && without_trailing_space(block.json);
}

// Trims the white space at the end of the last text. `build_thread` does not use a known turn if it would be trimmed.
void ThreadBuilder::trim_last_text() {
  const auto last = std::find_if(thread_.turns.rbegin(), thread_.turns.rend(),
                                 [](const Turn& each) { return each.says_something(); });
  if (last == thread_.turns.rend() || last->known != nullptr || !is_trimmed(last->messages.back())) return;
  Block& block = last->messages.back().parts.back().block;
  repair(RepairKind::TextTrimmed, block);
  block.json = thread_.texts.emplace_back(*without_trailing_space(block.json));
}

bool ThreadBuilder::leaves_something_open() const {
  return has_lone_result_ ||
         std::any_of(open_.begin(), open_.end(), [](const auto& calls) { return !calls.second.empty(); });
}

bool ThreadBuilder::has_linked_items() const {
  if (dialect_.opaque_link == nullptr) return false;
  for (const Message& message : turn().messages) {
    for (const Part& part : message.parts) {
      if (part.block.kind == Kind::Opaque) return true;
      if (part.call && dialect_.caller_of != nullptr && !dialect_.caller_of(part.block).empty()) return true;
    }
  }
  return false;
}

bool ThreadBuilder::finish_alone(KnownTurn& facts) {
  if (leaves_something_open() || has_linked_items()) return false;
  facts.starts_message = !turn().messages.empty();
  if (facts.starts_message) facts.speaker = turn().messages.front().role;
  const auto goes_on = [&](const Message& message) {
    return message.role == facts.speaker && (message.answers.empty() || dialect_.results_may_intervene);
  };
  facts.is_one_speech = std::all_of(turn().messages.begin(), turn().messages.end(), goes_on);
  drop_reasoning(turn());
  facts.repairs = std::move(turn().own_repairs);
  facts.called = std::move(called_);
  facts.call_ids = std::move(turn().own_ids);
  facts.says = !turn().messages.empty();
  if (!facts.says) return true;
  facts.first_role = turn().messages.front().role;
  facts.first_block = turn().messages.front().parts.front().block.id;
  facts.is_trimmed_when_last = dialect_.trims_last_text && is_trimmed(turn().messages.back());
  return true;
}

// The known turns that can be used; null for each turn that must be built. Goes from the newest turn back: turns after
// the last one that certainly has messages may become the last of the thread.
std::vector<const KnownTurn*> usable_turns(std::size_t count, const TurnView& turns, KnownTurns known) {
  std::vector<const KnownTurn*> usable(count, nullptr);
  bool may_be_last = true;
  for (std::size_t ring = known.size(); ring-- > 0;) {
    const KnownTurn* turn = known[ring].get();
    if (turn == nullptr || !turn->stands_alone || turns.has_say_in(*turn)) continue;
    if (!may_be_last || !turn->is_trimmed_when_last) usable[ring] = turn;
    if (turn->says) may_be_last = false;
  }
  return usable;
}

}  // namespace

Result<Thread> build_thread(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view,
                            KnownTurns known, const SettledPart& settled) {
  Thread thread;
  TurnView turns = look_at(tree, find, dialect, view, known, settled);
  tie_markers(thread, turns, tree, find, settled);
  if (thread.reopened) return thread;
  const std::size_t count = tree.rings.size() - settled.turns;
  const std::vector<const KnownTurn*> usable = usable_turns(count, turns, known);
  ThreadBuilder builder(dialect, thread, settled);
  thread.turns.reserve(count + 2);
  LW_TRY(builder.add_system_region(turns.view_of(*tree.sys, Role::System, 0)));
  for (std::size_t at = 0; at < count; ++at) {
    if (usable[at] != nullptr && builder.add_known(*usable[at])) continue;
    const std::size_t turn = settled.turns + at;
    LW_TRY(builder.add_turn(turns.view_of(*tree.rings[turn], Role::User, turn)));
  }
  LW_TRY(builder.add_turn(turns.view_of(*tree.ah, Role::User, tree.rings.size())));
  LW_TRY(builder.finish());
  thread.summaries = turns.summaries();
  return thread;
}

std::optional<LoneTurn> build_alone(const std::vector<Block>& blocks, const Dialect& dialect) {
  Thread thread;
  const SettledPart nothing;
  ThreadBuilder builder(dialect, thread, nothing);
  LoneTurn alone;
  if (!builder.add_turn({blocks, {}}) || !builder.finish_alone(alone.facts)) return std::nullopt;
  alone.turn = std::move(thread.turns.front());
  alone.texts = std::move(thread.texts);
  return alone;
}

}  // namespace latewood::render
