// Adds messages in a vendor's form to the active head.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/selector.h"
#include "latewood/vendor_reply.h"
#include "operations/attempts/vendor_format.h"
#include "operations/edits/cause.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& append_arguments() {
  static const Schema kSchema =
      object(joined({edit_members(),
                     cause_members(),
                     {required("messages", any_of({list(anything()), map_of(anything())},
                                                  "a list of messages, one message, or a request with such a list")),
                      format_member()}}));
  return kSchema;
}

const Schema& append_result() {
  static const Schema kSchema =
      object({required("format", text("of the messages")), required("ids", list(text(), "blocks of the active head")),
              required("system_ids", list(text(), "blocks of the system region"))});
  return kSchema;
}

// Blocks of one message share `lw:message`. The id of the last block of the head is unique, so names that start with it
// are those of this call alone.
Result<std::string> prefix_of(const Context& context) {
  LW_TRY_ASSIGN(const Selector head, Selector::parse("^ah .cb"));
  LW_TRY_ASSIGN(const Selection found, context.select(head, {.working = true}));
  const auto& ids = std::get<std::vector<std::string>>(found);
  return ids.empty() ? std::string() : ids.back() + "/";
}

// Calls of the newest turn and the head that have no result yet, oldest first.
Result<std::vector<OpenCall>> open_calls_of(const Context& context) {
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, context.working());
  std::vector<OpenCall> calls;
  for (const NodeView& node : nodes) {
    const JsonValue* id = node.content && node.kind == "call" ? node.content->find("id") : nullptr;
    const JsonValue* name = id == nullptr ? nullptr : node.content->find("name");
    const bool is_call = name != nullptr && id->as_string() != nullptr && name->as_string() != nullptr;
    if (is_call) calls.push_back({*id->as_string(), *name->as_string()});
    for (const JsonMember& attribute : node.attributes) {
      const std::string* answered = attribute.key == "lw:call_id" ? attribute.value.as_string() : nullptr;
      if (answered == nullptr) continue;
      std::erase_if(calls, [answered](const OpenCall& call) { return call.id == *answered; });
    }
  }
  return calls;
}

Result<VendorMessages> messages_of(const Context& context, const Arguments& arguments) {
  VendorMessagesOptions options;
  LW_TRY_ASSIGN(options.format, find_format(arguments));
  LW_TRY_ASSIGN(options.prefix, prefix_of(context));
  const std::string text = arguments.json_in_order("messages");
  LW_TRY_ASSIGN(VendorMessages messages, read_vendor_messages(text, options));
  // Gemini names the result of a call by its tool alone, so the open calls of the context decide.
  if (messages.format != ChatFormat::Gemini) return messages;
  LW_TRY_ASSIGN(options.open_calls, open_calls_of(context));
  return read_vendor_messages(text, options);
}

Result<JsonValue> append(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY(take_cause(place.context, arguments));
  LW_TRY_ASSIGN(const VendorMessages messages, messages_of(place.context, arguments));
  std::vector<std::string> ids;
  std::vector<std::string> system_ids;
  LW_TRY(place.context.together([&]() -> Result<void> {
    for (const Component& block : messages.system) {
      LW_TRY_ASSIGN(std::string id, place.context.insert(block, -1));
      system_ids.push_back(std::move(id));
    }
    for (const Component& block : messages.blocks) {
      LW_TRY_ASSIGN(std::string id, place.context.insert(block, 0));
      ids.push_back(std::move(id));
    }
    return {};
  }));
  return make_object(
      {{"format", to_string(messages.format)}, {"ids", json_of(ids)}, {"system_ids", json_of(system_ids)}});
}

}  // namespace

const Row kAppend = {
    .name = "append",
    .scope = Scope::Write,
    .summary = "Adds messages in the form of OpenAI, Anthropic, Gemini or Responses to the active head.",
    .arguments = append_arguments,
    .result = append_result,
    .example = R"({"messages":[{"role":"user","content":"And the beech?"}]})",
    .errors = {kChatLogInvalid, kUnauthorized, kContentInvalid},
    .joins_apply = true,
    .edit = append,
};

}  // namespace latewood::operations
