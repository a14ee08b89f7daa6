// Converts a tree into a conversation: messages with their parts, calls with their results, in an order that the vendor
// accepts. This file has everything that the vendors have in common; a profile only writes the result.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "latewood/render.h"
#include "render/parts/content.h"
#include "render/parts/find_node.h"
#include "render/parts/known_turn.h"
#include "render/parts/thread_start.h"
#include "render/parts/ties.h"
#include "render/parts/turn_view.h"
#include "tree/tree.h"

namespace latewood::render {

// The scope in which ids of calls must be unique.
enum class IdScope : std::uint8_t { Message, Thread };

// The link of an opaque item to its other half.
struct OpaqueLink {
  std::string id;
  bool is_answer = false;
  bool at_once = false;    // the answer must come before the speaker changes
  bool may_wait = false;   // at the end of a thread the answer may be missing: the vendor continues there
  bool is_call = false;    // the id is in the same scope as ids of calls
  std::string other = {};  // another id that the answer may use
};

// The rules of a vendor for a conversation.
struct Dialect {
  std::string_view profile;               // the id of the profile, which `lw:vendor` must name
  bool system_apart = false;              // system text has a member of its own and no place among messages
  bool user_first = false;                // the first message must be the user's
  bool assistant_media = false;           // messages of the assistant may have images and documents
  bool refuses_blank_text = false;        // a text needs a visible character
  bool signs_texts = false;               // a text with a signature of the vendor may be blank
  bool trims_last_text = false;           // a last assistant text must not end with white space
  bool declares_called_tools = false;     // calls need a definition of some tool
  bool reasoning_needs_follower = false;  // reasoning must not be the last part of a message
  IdScope call_ids = IdScope::Message;
  bool plain_call_ids = false;  // letters, digits, `_` and `-` only
  std::size_t call_id_max = 64;
  std::size_t tool_name_max = 64;
  bool tool_name_starts_with_letter = false;  // or with `_`
  // Whether a reasoning block can be sent; null: never.
  bool (*takes_reasoning)(const Block& block) = nullptr;
  // The other half that an opaque item needs; nullopt if it needs none. Null: no item needs one.
  std::optional<OpaqueLink> (*opaque_link)(const JsonValue& item) = nullptr;
  // The link of the item whose program made a call; empty if the model made it. Null: the model made all calls.
  std::string (*caller_of)(const Block& call) = nullptr;
  bool results_may_intervene = false;  // results may be between the halves of an opaque item
  // Whether an opaque item is reasoning. Null: none is.
  bool (*is_reasoning)(const JsonValue& item) = nullptr;
  bool unique_items = false;  // ids of reasoning and opaque items must be unique
  // Since version 2.
  bool keeps_order = false;  // arguments that are text, sent as an object, keep the order of their members
  Speaking speaking = {};
  // Since version 3: the members of a vendor-specific item that have no neutral form are sent back with it.
  bool own_members = false;
  // The id among them; empty if there is none. Null: items have none.
  std::string (*kept_id)(const Block& block) = nullptr;
};

// The settings that all dialects of a version have in common.
constexpr Dialect dialect_of_version(std::uint32_t version) {
  Dialect dialect;
  dialect.keeps_order = version > 1;
  dialect.speaking = {.absent = version == 1, .cores = version > 1};
  return dialect;
}

struct Part {
  Block block;
  std::optional<Call> call;  // for a call: with the id and name to send
  bool lost_caller = false;  // no program in the thread made the call
  bool lost_id = false;      // another item has the id that was kept with it
};

// The result of one call of the message before.
struct Answer {
  std::string call_id;  // as sent
  std::string name;
  std::optional<Block> result;  // nullopt: no result; a fixed text is sent
  std::string_view unit;        // the node of the unit: the result, or the call without a result
};

struct Message {
  Role role = Role::User;  // System, User or Assistant
  std::vector<Part> parts;
  std::vector<Answer> answers;  // one for each call; results in the order of the tree
};

// A turn of the thread: built, or known from an earlier render. A known turn has no messages here.
struct Turn {
  std::vector<Message> messages;
  const KnownTurn* known = nullptr;
  TurnRepairs own_repairs = {};           // the repairs of a built turn
  std::vector<std::string> own_ids = {};  // ids of calls and items, if they must be unique in the whole thread

  bool says_something() const { return known == nullptr ? !messages.empty() : known->says; }
  const TurnRepairs& repairs() const { return known == nullptr ? own_repairs : known->repairs; }
};

// An estimate of the bytes of the turn in a request.
std::size_t expected_size(const Turn& turn);

struct Tool {
  Block block;
  std::optional<ToolDefinition> definition;  // nullopt: a vendor-specific item
  std::string name = {};                     // empty if a vendor-specific item has none
};

struct Thread {
  std::vector<Tool> tools;
  std::vector<std::string> added_tools;  // names of called tools without a definition
  std::vector<Block> system;             // system text, if the dialect keeps it apart
  std::vector<Turn> turns;               // `^sys`, the turns of `^seq` that are not settled, `^ah`
  bool adds_user = false;                // the fixed message of the user comes first
  bool has_calls = false;                // also in turns that are settled
  std::vector<Repair> end_repairs;       // repairs of the thread as a whole; the turns have their own
  std::deque<std::string> texts;         // texts that blocks refer to and that are in no node
  Ties ties;                             // ties of the turns that are not settled
  TurnView::Summaries summaries;         // summaries shown in the effective view
  std::optional<std::size_t>
      reopened;  // a settled turn that this thread changes; if set, the other members are not valid
};

// Records that the thread changes a settled turn; nullopt: no effect.
void reopen(Thread& thread, std::optional<std::size_t> turn);

// Fixed texts: for a call without a result, for an error without text, and for a conversation that starts with the
// assistant.
inline constexpr std::string_view kNoResult = "[no result]";
inline constexpr std::string_view kFailed = "[error]";
inline constexpr std::string_view kEarlierNotShown = "[earlier messages are not shown]";

// The known turns of `^seq` that are not settled: one entry per turn, null if the turn is not known; or no entries.
// They must outlive the thread.
using KnownTurns = std::span<const std::shared_ptr<const KnownTurn>>;

// Builds the thread. Known turns are used if they do not depend on other turns; the rendered result does not change.
Result<Thread> build_thread(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view,
                            KnownTurns known = {}, const SettledPart& settled = {});

// A turn that does not depend on other turns.
struct LoneTurn {
  Turn turn;
  std::deque<std::string> texts;  // texts that blocks refer to and that are in no node
  KnownTurn facts;                // without the piece
};

// Builds one turn by itself. Nullopt if it depends on other turns or cannot be rendered.
std::optional<LoneTurn> build_alone(const std::vector<Block>& blocks, const Dialect& dialect);

}  // namespace latewood::render
