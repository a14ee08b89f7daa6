#include "support/random/call.h"

#include "canon/json_writer.h"

namespace latewood::test {
namespace {

// `system` needs the capability, and `developer` has no meaning without a prefix (AUD-19).
const std::vector<std::string> kCallRoles = {"user",  "user",   "user",   "assistant", "assistant",
                                             "other", "system", "system", "tool",      "tool"};
const std::vector<std::string> kRareRoles = {"developer", "x:developer", "system"};
const std::vector<std::string> kHolders = {"", "ann", "bob"};
const std::vector<std::string> kCallTypes = {"cb", "cb", "cb:summary", "custom:note", "cb:a:b"};
const std::vector<std::string> kWrongTypes = {"mt", "mc:7", "^sys", "note", "cb:", ":x", ""};
const std::vector<std::string> kWrongNames = {"ttl", "content_hash", "plain", "parent_id", ":x", "x:"};

// What a call can name: every node of the working state, and the blocks among them.
struct Names {
  Ids all;
  Ids blocks;
};

Names names_in(const PlainContext& model) {
  Names names;
  for (const std::string& id : model.working_ids()) {
    names.all.push_back(id);
    if (model.is_block(id)) names.blocks.push_back(id);
  }
  return names;
}

// Most often a block, and a recent one; that keeps the head busy.
std::string some_named_id(Random& random, const Names& names) {
  if (random.chance(2)) return "nobody";
  const Ids& ids = names.blocks.empty() || random.chance(20) ? names.all : names.blocks;
  const std::size_t recent = std::min<std::size_t>(ids.size(), 10);
  return random.chance(60) ? ids[ids.size() - 1 - random.below(recent)] : random.pick(ids);
}

// Forms that the engine issues, and forms that only resemble them (AUD-14).
const std::vector<std::string> kIssuedForms = {"mt:1",
                                               "mt:x",
                                               "mc:1:1",
                                               "mc:",
                                               "cb:abcdefghijklmnop",
                                               "cb:234567abcdefghij:1",
                                               "mt",
                                               "mcx",
                                               "cb:1",
                                               "cb:abcdefghijklmno0",
                                               "cb:abcdefghijklmnop:x",
                                               "cb:234567abcdefghijk"};

// Also ids that are always refused.
std::string given_id(Random& random) {
  if (random.chance(12)) return random.pick(kIssuedForms);
  if (random.chance(95)) return "x" + std::to_string(random.below(400));
  return random.chance(50) ? "sys" : "";
}

JsonValue some_content(Random& random) {
  if (random.chance(80)) return JsonValue("text " + std::to_string(random.below(50)));
  if (random.chance(50)) return JsonValue(static_cast<std::int64_t>(random.below(5)));
  return JsonValue(JsonValue::Array{JsonValue("part"), JsonValue(0.5), JsonValue(nullptr)});
}

std::vector<JsonMember> some_attributes(Random& random, const Names& names) {
  std::vector<JsonMember> attributes;
  if (random.chance(10)) attributes.push_back({"app:note", JsonValue(std::int64_t{7})});
  if (random.chance(20)) {
    JsonValue::Array refs;
    for (std::size_t i = random.below(3); i > 0; --i) refs.push_back(JsonValue(some_named_id(random, names)));
    attributes.push_back({"data_refs", JsonValue(std::move(refs))});
  } else if (random.chance(10)) {
    attributes.push_back({"data_refs", JsonValue(some_named_id(random, names))});
  }
  if (random.chance(2)) attributes.push_back({random.pick(kWrongNames), JsonValue(true)});
  if (random.chance(1)) attributes.push_back({"data_replaces", JsonValue("x")});
  if (random.chance(2) && !attributes.empty()) attributes.push_back(attributes.front());
  return attributes;
}

// A marker as a caller may put it himself, over one node or several.
void make_marker(Random& random, Component& component, const Names& names) {
  const bool redacts = random.chance(50);
  component.node_type = redacts ? "cb:redaction" : "cb:replacement";
  JsonValue::Array named;
  for (std::size_t i = random.below(4); i > 0; --i) named.push_back(JsonValue(some_named_id(random, names)));
  if (random.chance(10)) named.push_back(JsonValue(std::int64_t{1}));
  JsonValue value = random.chance(50) ? JsonValue(some_named_id(random, names)) : JsonValue(std::move(named));
  component.attributes.push_back({redacts ? "data_redacts" : "data_replaces", std::move(value)});
}

// One of a few calls, or a result of one.
void make_call_part(Random& random, Component& component) {
  const std::string call = "c" + std::to_string(random.below(6));
  component.kind = random.chance(50) ? "call" : "result";
  if (component.kind == "call") {
    component.content = make_object({{"arguments", JsonValue("{}")}, {"id", JsonValue(call)}});
  } else {
    component.attributes.push_back({"lw:call_id", JsonValue(call)});
  }
}

// An item of a vendor's own, as JSON or as its text; some speak for the system.
void make_item(Random& random, Component& component) {
  component.kind = "opaque";
  const JsonValue role(random.chance(50) ? random.pick(kRareRoles) : "user");
  const JsonValue inner = make_object({{"role", role}, {"text", JsonValue("said")}});
  const JsonValue item = random.chance(50) ? inner : make_object({{"items", JsonValue(JsonValue::Array{inner})}});
  component.content = random.chance(50) ? item : JsonValue(canonical_json(item));
}

Component some_component(Random& random, const Names& names) {
  Component component;
  if (random.chance(40)) component.id = given_id(random);
  component.node_type = random.chance(2) ? random.pick(kWrongTypes) : random.pick(kCallTypes);
  component.offset = random.chance(40) ? 0 : static_cast<std::int64_t>(random.below(5)) - 2;
  if (random.chance(70)) component.ttl = static_cast<std::int64_t>(random.below(5));
  if (random.chance(2)) component.ttl = -1;
  component.priority = static_cast<std::int64_t>(random.below(3));
  if (random.chance(70)) component.role = random.pick(kCallRoles);
  if (random.chance(1)) component.role = random.pick(kRareRoles);
  if (random.chance(50)) component.kind = "text";
  if (random.chance(80)) component.content = some_content(random);
  if (random.chance(60)) component.removable = random.chance(80);
  if (random.chance(25)) component.key = "key" + std::to_string(random.below(3));
  if (random.chance(20)) component.provenance = "model:x";
  component.attributes = some_attributes(random, names);
  if (random.chance(4)) make_marker(random, component, names);
  if (random.chance(15)) make_call_part(random, component);
  if (random.chance(4)) make_item(random, component);
  // A node that refers to itself.
  if (component.id && component.attributes.empty() && random.chance(10)) {
    component.attributes.push_back({"data_refs", JsonValue(*component.id)});
  }
  return component;
}

// What may be given of a replacement besides its content.
void add_members(Random& random, const Component& component, Replacement& replacement) {
  if (random.chance(30)) replacement.role = component.role;
  if (random.chance(30)) replacement.kind = component.kind;
  if (random.chance(40)) replacement.ttl = component.ttl;
  if (random.chance(20)) replacement.persistent = true;
  if (random.chance(30)) replacement.priority = component.priority;
  if (random.chance(30)) replacement.offset = component.offset;
  if (random.chance(30)) replacement.node_type = component.node_type;
}

Call::Kind some_kind(Random& random) {
  using Kind = Call::Kind;
  static const std::vector<std::pair<unsigned, Kind>> kWeights = {
      {28, Kind::Insert}, {23, Kind::InsertUnder}, {6, Kind::Replace},  {6, Kind::Delete},
      {6, Kind::Detach},  {11, Kind::Move},        {8, Kind::Reparent}, {4, Kind::Pin},
      {4, Kind::Unpin},   {3, Kind::SetSystem},    {1, Kind::Reset}};
  std::size_t left = random.below(100);
  for (const auto& [weight, kind] : kWeights) {
    if (left < weight) return kind;
    left -= weight;
  }
  return Kind::Insert;
}

// From below the system region to just past what is possible; the near end most often.
std::int64_t some_depth(Random& random, const PlainContext& model) {
  if (random.chance(50)) return static_cast<std::int64_t>(random.below(4)) - 1;
  return static_cast<std::int64_t>(random.below(model.turn_count() + 4)) - 1;
}

const char* name_of_kind(Call::Kind kind) {
  static const char* const kNames[] = {"insert",   "insert_under", "replace", "delete",     "detach", "move",
                                       "reparent", "pin",          "unpin",   "set_system", "reset",  "set_policy"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string id_list(const Ids& ids) {
  std::string text = "[";
  for (const std::string& id : ids) text += " " + id;
  return text + " ]";
}

}  // namespace

Call random_call(Random& random, const PlainContext& model) {
  const Names names = names_in(model);
  Call call;
  call.kind = some_kind(random);
  call.component = some_component(random, names);
  call.replacement.content = call.component.content;
  call.replacement.attributes = call.component.attributes;
  for (JsonMember& attribute : call.replacement.attributes) {
    if (random.chance(20)) attribute.value = nullptr;
  }
  if (random.chance(50)) add_members(random, call.component, call.replacement);
  const std::size_t count = random.chance(80) ? 1 : 1 + random.below(3);
  for (std::size_t i = 0; i < count; ++i) call.ids.push_back(some_named_id(random, names));
  if (call.kind == Call::Kind::Delete && random.chance(1)) call.ids.clear();
  if (call.kind == Call::Kind::Unpin && !model.working_pins().empty() && random.chance(90)) {
    const Pin pin = random.pick(model.working_pin_holders());
    call.ids = {pin.id};
    if (random.chance(90)) call.holder = pin.holder;
  }
  if (call.kind == Call::Kind::Pin && random.chance(60)) call.holder = random.pick(kHolders);
  call.parent = some_named_id(random, names);
  call.depth = call.kind == Call::Kind::Insert && random.chance(50) ? 0 : some_depth(random, model);
  call.granted = random.chance(75);
  return call;
}

namespace {

const std::vector<std::string> kZones = {"pre", "core", "post"};

// One to three bands that do not overlap: some are kept, some have budgets.
template <class Share>
void add_random_bands(Random& random, PrunePolicy& policy, Share share) {
  std::int64_t from = static_cast<std::int64_t>(random.below(4)) - 2;
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    PriorityBand band;
    band.from = from;
    band.to = from + static_cast<std::int64_t>(random.below(3));
    from = *band.to + 1 + static_cast<std::int64_t>(random.below(2));
    band.keep = random.chance(40);
    if (!band.keep) band.budgets = share(300, 90);
    if (band.budgets.is_empty()) band.keep = true;
    if (i == 1 && random.chance(30)) band.to.reset();
    policy.priority_bands.push_back(band);
  }
}

}  // namespace

Call random_policy(Random& random) {
  Call call;
  call.kind = Call::Kind::SetPolicy;
  if (random.chance(30)) return call;
  const auto budget = [&random](std::size_t most) {
    Budget made;
    made.trigger = random.below(most);
    made.target = random.chance(2) ? made.trigger + 1 : random.below(made.trigger + 1);
    if (random.chance(50)) made.at_least = random.below(most / 2);
    return made;
  };
  PrunePolicy policy;
  if (random.chance(50)) policy.bytes = budget(600);
  if (random.chance(25)) policy.tokens = budget(200);
  if (random.chance(30)) policy.turns = budget(14);
  if (random.chance(30)) policy.nodes_per_turn = random.below(6);
  if (random.chance(70)) policy.keep_turns = random.below(5);
  policy.prune_system = random.chance(40);
  const auto share = [&](std::size_t bytes, std::size_t tokens) {
    ShareBudgets made;
    if (random.chance(60)) made.bytes = budget(bytes);
    if (random.chance(30)) made.tokens = budget(tokens);
    return made;
  };
  if (random.chance(policy.prune_system ? 40 : 2)) policy.sys = share(200, 60);
  if (random.chance(30)) policy.seq = share(400, 120);
  if (random.chance(policy.keep_turns == 0 ? 40 : 2)) policy.ah = share(200, 60);
  if (random.chance(30)) add_random_bands(random, policy, share);
  if (random.chance(30)) policy.removable.push_back({.type = "cb"});
  if (random.chance(30)) policy.removable.push_back({.zone = random.pick(kZones)});
  call.policy = policy;
  return call;
}

std::string describe(const Call& call) {
  const Component& component = call.component;
  std::string text = name_of_kind(call.kind);
  switch (call.kind) {
    case Call::Kind::Insert:
    case Call::Kind::InsertUnder:
      text += " id=" + component.id.value_or("-") + " type=" + component.node_type +
              " offset=" + std::to_string(component.offset) + " key=" + component.key.value_or("-") +
              " ttl=" + (component.ttl ? std::to_string(*component.ttl) : "-");
      break;
    case Call::Kind::SetSystem: return text + (call.granted ? " on" : " off");
    case Call::Kind::Reset: return text;
    case Call::Kind::SetPolicy: return text + " " + (call.policy ? policy_json(*call.policy) : "off");
    default: text += " " + id_list(call.ids);
  }
  return text + " depth=" + std::to_string(call.depth) + " parent=" + call.parent;
}

std::string describe(const Ending& ending) { return ending.rule.empty() ? id_list(ending.ids) : ending.rule; }

}  // namespace latewood::test
