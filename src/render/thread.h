// A tree as a conversation: messages with their parts, calls with their results, in an order
// that the vendor accepts. Everything the vendors have in common happens here; what is left
// to a profile is spelling.
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

// Where ids of calls have to differ.
enum class IdScope : std::uint8_t { Message, Thread };

// How an opaque item names its other half.
struct OpaqueLink {
  std::string id;
  bool is_answer = false;
  bool at_once = false;    // the answer must come before anybody else speaks
  bool may_wait = false;   // at the end of a thread: the vendor goes on from there
  bool is_call = false;    // its id is one of those of calls
  std::string other = {};  // another name by which the answer may call it
};

// What a vendor demands of a conversation.
struct Dialect {
  std::string_view profile;               // its id; what `lw:vendor` must name
  bool system_apart = false;              // system text has a member of its own and no place among messages
  bool user_first = false;                // the first message must be the user's
  bool assistant_media = false;           // the assistant may say images and documents
  bool refuses_blank_text = false;        // a text needs a visible character
  bool signs_texts = false;               // unless it has a signature of the vendor
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
  // The other half an opaque item needs; nothing if it stands alone. Null: all do.
  std::optional<OpaqueLink> (*opaque_link)(const JsonValue& item) = nullptr;
  // The link of the item whose program made a call; empty if the model did. Null: it always did.
  std::string (*caller_of)(const Block& call) = nullptr;
  bool results_may_intervene = false;  // between the halves of an opaque item: nobody speaks by them
  // Whether an opaque item is reasoning. Null: none is.
  bool (*is_reasoning)(const JsonValue& item) = nullptr;
  bool unique_items = false;  // reasoning and opaque items must not have the id of another one
  // Of version 2 and later.
  bool keeps_order = false;  // arguments that are text, sent as an object, keep the order of their members
  Speaking speaking = {};
};

// What all dialects of a version have in common.
constexpr Dialect dialect_of_version(std::uint32_t version) {
  Dialect dialect;
  dialect.keeps_order = version > 1;
  dialect.speaking = {.absent = version == 1, .cores = version > 1};
  return dialect;
}

struct Part {
  Block block;
  std::optional<Call> call;  // of a call, with the id and name to send
  bool lost_caller = false;  // no program in the thread made the call
};

// The result of one call of the message before it.
struct Answer {
  std::string call_id;  // as sent
  std::string name;
  std::optional<Block> result;  // nothing: there is none, and a fixed text says so
  std::string_view unit;        // the node to blame: the result, or the call without one
};

struct Message {
  Role role = Role::User;  // System, User or Assistant
  std::vector<Part> parts;
  std::vector<Answer> answers;  // one for each call; results in the order of the tree
};

// Built, or known from an earlier rendering; then it has no messages here.
struct Turn {
  std::vector<Message> messages;
  const KnownTurn* known = nullptr;
  TurnRepairs own_repairs = {};           // of one that was built
  std::vector<std::string> own_ids = {};  // of its calls and items, where they must differ in the whole thread

  bool says_something() const { return known == nullptr ? !messages.empty() : known->says; }
  const TurnRepairs& repairs() const { return known == nullptr ? own_repairs : known->repairs; }
};

// About as many bytes as the turn takes in a request.
std::size_t expected_size(const Turn& turn);

struct Tool {
  Block block;
  std::optional<ToolDefinition> definition;  // nothing: an item of the vendor's own
  std::string name = {};                     // empty if such an item has none
};

struct Thread {
  std::vector<Tool> tools;
  std::vector<std::string> added_tools;  // names that are called and defined nowhere
  std::vector<Block> system;             // if the dialect keeps it apart
  std::vector<Turn> turns;               // `^sys`, the turns of `^seq` that are not settled, `^ah`
  bool adds_user = false;                // the fixed message of the user comes first
  bool has_calls = false;                // also in turns that are settled
  std::vector<Repair> end_repairs;       // of the thread as a whole; the others are in the turns
  std::deque<std::string> texts;         // what blocks refer to and no node holds
  Ties ties;                             // of the turns that are not settled
  TurnView::Summaries summaries;         // shown in the effective view
  std::optional<std::size_t> reopened;   // a settled turn that this thread changes; then nothing else holds
};

// Notes that it changes a settled turn, if one is given.
void reopen(Thread& thread, std::optional<std::size_t> turn);

// What is sent where a call has no result, where a tool failed without a word, and where the conversation starts with
// the assistant.
inline constexpr std::string_view kNoResult = "[no result]";
inline constexpr std::string_view kFailed = "[error]";
inline constexpr std::string_view kEarlierNotShown = "[earlier messages are not shown]";

// What is known of the turns of `^seq` that are not settled, one entry each, null where nothing is;
// or no entries at all. They must outlive the thread.
using KnownTurns = std::span<const std::shared_ptr<const KnownTurn>>;

// The same thread whatever is known: known turns stand where nothing outside them has a say.
Result<Thread> build_thread(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view,
                            KnownTurns known = {}, const SettledPart& settled = {});

// A turn that stands alone.
struct LoneTurn {
  Turn turn;
  std::deque<std::string> texts;  // what its blocks refer to and no node holds
  KnownTurn facts;                // all but its piece
};

// Nothing if something outside the turn has a say in it, or if it cannot be rendered.
std::optional<LoneTurn> build_alone(const std::vector<Block>& blocks, const Dialect& dialect);

}  // namespace latewood::render
