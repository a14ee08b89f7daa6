#include "support/random/conversation.h"

#include "canon/json_reader.h"

namespace latewood::test {
namespace {

using Texts = std::vector<std::string>;

std::string random_words(Random& random) {
  static const Texts kTexts = {"Hello", "", " ", "\n", "trailing ", "\u00e9t\u00e9 \U0001f600", "a \"quoted\" \\ text",
                               "yes"};
  return random.pick(kTexts);
}

// Few ids, so that calls and results meet, collide and miss each other.
std::string random_call_id(Random& random) {
  static const Texts kIds = {"call_1", "call_2", "toolu_3", "a.b/c", std::string(70, 'x'), "call_1_2"};
  return random.pick(kIds);
}

std::string random_name(Random& random) {
  static const Texts kNames = {"search", "get_weather", "a.b", "9lives", std::string(90, 'n')};
  return random.pick(kNames);
}

JsonValue random_arguments(Random& random) {
  switch (random.below(6)) {
    case 0: return "{\"q\": \"x\"}";
    case 1: return "";
    case 2: return "not json";
    case 3: return make_object({{"q", 1.5}, {"n", JsonValue(std::int64_t{7})}});
    case 4: return JsonValue(JsonValue::Array{"a"});
    default: return JsonValue();
  }
}

JsonValue random_media(Random& random, bool is_document) {
  const std::string data = is_document ? "data:application/pdf;base64,JVBERi0=" : "data:image/png;base64,iVBORw0=";
  switch (random.below(4)) {
    case 0: return data;
    case 1: return make_object({{"url", data}, {"name", "file"}});
    case 2: return is_document ? make_object({{"text", "words"}}) : make_object({{"url", "https://example.com/a.png"}});
    default:
      return make_object(
          {{"url", "https://example.com/a"}, {"media_type", is_document ? "application/pdf" : "image/png"}});
  }
}

JsonValue random_reasoning(Random& random) {
  if (random.chance(20)) return "only a thought";
  return make_object({{"text", random_words(random)}, {"signature", random_words(random)}, {"id", "rs_1"}});
}

JsonValue random_result(Random& random, Component& block) {
  if (random.chance(30)) block.attributes.push_back({"lw:is_error", true});
  if (random.chance(60)) return random_words(random);
  if (random.chance(50)) return make_object({{"answer", JsonValue(std::int64_t{42})}});
  block.attributes.push_back({"lw:parts", true});
  JsonValue::Array parts;
  for (std::size_t i = random.below(3); i > 0; --i) {
    const bool is_text = random.chance(60);
    parts.push_back(
        make_object({{"kind", is_text ? "text" : "image"},
                     {"content", is_text ? JsonValue(random_words(random)) : random_media(random, false)}}));
  }
  return JsonValue(std::move(parts));
}

JsonValue random_content(Random& random, Component& block) {
  const std::string& kind = *block.kind;
  if (kind == "image" || kind == "document") return random_media(random, kind == "document");
  if (kind == "reasoning") return random_reasoning(random);
  if (kind == "result") return random_result(random, block);
  if (kind == "call" && random.chance(90)) {
    return make_object(
        {{"id", random_call_id(random)}, {"name", random_name(random)}, {"arguments", random_arguments(random)}});
  }
  return random.chance(90) ? JsonValue(random_words(random)) : make_object({{"some", "json"}});
}

std::vector<NodeView> blocks_of(const Context& context) {
  std::vector<NodeView> blocks;
  for (NodeView& node : context.working().value()) {
    if (node.node_type.starts_with("cb")) blocks.push_back(std::move(node));
  }
  return blocks;
}

std::string some_block_id(Random& random, const Context& context) {
  const auto nodes = random.chance(80) ? blocks_of(context) : context.working().value();
  return nodes.empty() ? "nobody" : random.pick(nodes).id;
}

// One whose content may become any text.
std::string some_text_id(Random& random, const Context& context) {
  std::vector<std::string> ids;
  for (const NodeView& node : blocks_of(context)) {
    if (node.kind == "text" || node.kind == "note" || node.kind == "result") ids.push_back(node.id);
  }
  return ids.empty() ? "nobody" : random.pick(ids);
}

// A call, some results, and something in between once in a while.
void random_exchange(Random& random, Context& context) {
  Component call;
  call.role = "assistant";
  call.kind = "call";
  const std::string id = random_call_id(random);
  call.content = make_object({{"id", id}, {"name", random_name(random)}, {"arguments", random_arguments(random)}});
  if (random.chance(20)) call.ttl = 1 + static_cast<std::int64_t>(random.below(3));
  ignore(context.insert(call), "may be refused");
  if (random.chance(30)) ignore(context.insert(call), "may be refused");
  if (random.chance(15)) ignore(context.insert(random_block(random)), "may be refused");
  if (random.chance(15)) ignore(context.commit(), "may be refused");
  Component result;
  result.role = "tool";
  result.kind = "result";
  result.attributes = {{"lw:call_id", id}};
  result.content = random_result(random, result);
  if (random.chance(20)) result.ttl = 1 + static_cast<std::int64_t>(random.below(3));
  if (random.chance(85)) ignore(context.insert(result), "may be refused");
}

void set_random_policy(Random& random, Context& context) {
  PrunePolicy policy;
  policy.bytes = Budget{60 + random.below(200), 40, 0};
  if (random.chance(30)) policy.turns = Budget{4, 2, 0};
  policy.prune_system = random.chance(20);
  ignore(context.set_policy(random.chance(70) ? std::optional(policy) : std::nullopt), "may be refused");
}

void random_summary(Random& random, Context& context) {
  Component summary;
  summary.node_type = "cb:summary";
  summary.content = "in short";
  summary.attributes = {
      {"data_covers", JsonValue(JsonValue::Array{some_block_id(random, context), some_block_id(random, context)})}};
  ignore(context.insert(summary), "may be refused");
}

// Items of which the second answers the first, by few ids.
std::vector<std::string> random_pair(Random& random, const std::string& vendor) {
  const std::string id = random.chance(50) ? "i1" : "i2";
  const std::string named = R"(","id":")" + id + R"("})";
  if (vendor == "anthropic") {
    return {R"({"type":"server_tool_use)" + named,
            R"({"type":"web_search_tool_result","tool_use_id":")" + id + R"("})"};
  }
  if (vendor == "gemini") {
    return {R"({"executableCode":{"code":"1","language":"PYTHON"}})", R"({"codeExecutionResult":{"outcome":"OK"}})"};
  }
  if (random.chance(50)) {
    return {R"({"type":"mcp_approval_request)" + named,
            R"({"type":"mcp_approval_response","approval_request_id":")" + id + R"("})"};
  }
  return {R"({"type":"local_shell_call","call_id":"c","id":")" + id + R"("})",
          R"({"type":"local_shell_call_output)" + named};
}

void random_items(Random& random, Context& context, const std::string& vendor) {
  for (const std::string& item : random_pair(random, vendor)) {
    Component block;
    block.role = random.chance(80) ? "assistant" : "user";
    block.kind = "opaque";
    block.content = parse_json(item).value();
    block.attributes = {{"lw:vendor", vendor}};
    if (random.chance(15)) block.ttl = 1 + static_cast<std::int64_t>(random.below(3));
    const bool is_system = random.chance(3);
    if (random.chance(85)) ignore(is_system ? context.insert(block, -1) : context.insert(block), "may be refused");
    if (random.chance(30)) ignore(context.insert(random_block(random)), "may be refused");
    if (random.chance(30)) ignore(context.commit(), "may be refused");
  }
}

// A call that a program of the vendor made, or none.
void random_program_call(Random& random, Context& context, const std::string& vendor) {
  Component call;
  call.role = "assistant";
  call.kind = "call";
  call.content = make_object({{"id", "p1"}, {"name", "search"}, {"arguments", "{}"}});
  JsonValue caller = make_object({{"tool_id", random.chance(50) ? "i1" : "i2"}});
  if (random.chance(20)) caller = make_object({{"type", "direct"}});
  call.attributes = {{"lw:members", make_object({{vendor, make_object({{"caller", caller}})}})}};
  ignore(context.insert(call), "may be refused");
  Component result;
  result.role = "tool";
  result.kind = "result";
  result.attributes = {{"lw:call_id", "p1"}};
  result.content = "found";
  if (random.chance(85)) ignore(context.insert(result), "may be refused");
}

}  // namespace

Component random_block(Random& random) {
  static const Texts kRoles = {"user", "assistant", "tool", "system", "other"};
  static const Texts kKinds = {"text", "text", "text", "image", "document", "reasoning", "call", "result", "note"};
  Component block;
  if (random.chance(90)) block.role = random.pick(kRoles);
  block.kind = random.pick(kKinds);
  block.content = random_content(random, block);
  if (*block.kind == "result") block.attributes.push_back({"lw:call_id", random_call_id(random)});
  if (random.chance(20)) block.attributes.push_back({"lw:message", random.chance(50) ? "m" : "n"});
  if (random.chance(20)) block.ttl = static_cast<std::int64_t>(random.below(4));
  block.offset = static_cast<std::int64_t>(random.below(3)) - 1;
  block.priority = static_cast<std::int64_t>(random.below(3));
  return block;
}

Component random_tool(Random& random) {
  Component tool;
  tool.node_type = "cb:tool";
  const JsonValue schema = make_object({{"type", "object"}, {"properties", make_object({})}});
  std::vector<JsonMember> members = {{"name", random.chance(50) ? "search" : "get_weather"}};
  if (random.chance(70)) members.push_back({"description", "finds things"});
  if (random.chance(70)) members.push_back({"parameters", schema});
  tool.content = make_object(std::move(members));
  return tool;
}

void random_step(Random& random, Context& context, const std::string& vendor) {
  switch (random.below(8)) {
    case 0:
    case 1: return random_items(random, context, vendor);
    case 2: return random_program_call(random, context, vendor);
    default: return random_step(random, context);
  }
}

void random_step(Random& random, Context& context) {
  const auto drop = [](const auto& result) { ignore(result, "a refusal changes nothing"); };
  switch (random.below(17)) {
    case 16: return drop(context.insert_under(random_block(random), some_block_id(random, context)));
    case 0: return drop(context.delete_nodes({some_block_id(random, context)}));
    case 1: return drop(context.replace(some_text_id(random, context), {random_words(random), {}}));
    case 2: return drop(context.move({some_block_id(random, context)}, static_cast<std::int64_t>(random.below(4))));
    case 3: return drop(context.detach(some_block_id(random, context)));
    case 4: return set_random_policy(random, context);
    case 5: return random_summary(random, context);
    case 6: return drop(context.insert(random.chance(50) ? random_tool(random) : random_block(random), -1));
    case 7: return drop(context.insert(random_block(random), static_cast<std::int64_t>(random.below(3))));
    case 8:
    case 9: return random_exchange(random, context);
    case 10:
    case 11:
    case 12: return drop(context.commit());
    default: return drop(context.insert(random_block(random)));
  }
}

}  // namespace latewood::test
