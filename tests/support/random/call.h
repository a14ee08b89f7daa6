// One random call on a context as a value, so that it can be made on the engine and on the
// model alike. Names come from small pools: collisions, repetitions and misses are common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "latewood/context.h"
#include "support/plain/context.h"
#include "support/random/random.h"

namespace latewood::test {

struct Call {
  enum class Kind {
    Insert,
    InsertUnder,
    Replace,
    Delete,
    Detach,
    Move,
    Reparent,
    Pin,
    Unpin,
    SetSystem,
    Reset,
    SetPolicy
  };

  Kind kind = Kind::Insert;
  Component component;
  Replacement replacement;
  Ids ids;  // what the call is about
  std::string parent;
  std::int64_t depth = 0;
  bool granted = false;
  std::optional<std::string> holder;  // of a pin
  std::optional<PrunePolicy> policy;
};

// A call that fits the model's working state; some are refused. None sets a policy.
Call random_call(Random& random, const PlainContext& model);

// Sets a policy, or none; some make no sense.
Call random_policy(Random& random);

std::string describe(const Call& call);

// How a call ended: the broken rule, or the ids it returned.
struct Ending {
  std::string rule;  // or the code, where no rule has a name
  Ids ids;
  friend bool operator==(const Ending&, const Ending&) = default;
};

std::string describe(const Ending& ending);

inline Ids ids_in(const std::string& id) { return {id}; }
inline Ids ids_in(const Ids& ids) { return ids; }

template <class T>
Ending ending_of(const Result<T>& result) {
  if (!result) return {std::string(name_of(result.error())), {}};
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return {"", ids_in(*result)};
  }
}

template <class AnyContext>
Ending make_call(const Call& call, AnyContext& context) {
  switch (call.kind) {
    case Call::Kind::Insert: return ending_of(context.insert(call.component, call.depth));
    case Call::Kind::InsertUnder: return ending_of(context.insert_under(call.component, call.parent));
    case Call::Kind::Replace: return ending_of(context.replace(call.ids[0], call.replacement));
    case Call::Kind::Delete: return ending_of(context.delete_nodes(call.ids));
    case Call::Kind::Detach: return ending_of(context.detach(call.ids[0]));
    case Call::Kind::Move: return ending_of(context.move(call.ids, call.depth));
    case Call::Kind::Reparent: return ending_of(context.reparent(call.ids[0], call.parent));
    case Call::Kind::Pin: return ending_of(context.pin(call.ids[0], call.holder));
    case Call::Kind::Unpin: return ending_of(context.unpin(call.ids[0], call.holder));
    case Call::Kind::SetSystem: context.set_system(call.granted); return {};
    case Call::Kind::Reset: return ending_of(context.reset());
    case Call::Kind::SetPolicy: return ending_of(context.set_policy(call.policy));
  }
  return {};
}

}  // namespace latewood::test
