#include "selector/attribute.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "canon/hex.h"

namespace latewood::selector {
namespace {

using tree::Node;
using tree::Traits;

constexpr std::int64_t kAbsent = tree::kNever;

// ---- integers ----

// The test of a header number against a literal. Text that is not a number differs from all numbers and has no order
// (D-37); for a header that cannot be null, the same holds for null.
template <class IntervalOf>
Membership number_test(Op op, const Constant& constant, IntervalOf interval_of) {
  const bool is_negated = op == Op::NotEqual || op == Op::Present;
  if (constant.is_null() || !constant.number()) return {Interval::none(), is_negated};
  return {interval_of(is_negated ? Op::Equal : op, *constant.number()), is_negated};
}

Membership ttl_test(Op op, const Constant& constant) {
  if (constant.is_null()) {
    const bool is_order = op != Op::Equal && op != Op::NotEqual && op != Op::Present;
    return {is_order ? Interval::none() : Interval{kAbsent, kAbsent}, op == Op::NotEqual || op == Op::Present};
  }
  Membership test = number_test(op, constant, signed_interval);
  test.interval.high = std::min(test.interval.high, kAbsent - 1);
  return test;
}

Membership time_test(Op op, const Constant& constant) {
  const bool is_negated = op == Op::NotEqual || op == Op::Present;
  if (constant.is_null()) return {Interval::none(), is_negated};
  return {time_interval(is_negated ? Op::Equal : op, constant.text()), is_negated};
}

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? Interval::kLeast : Interval::kMost;
}

// ---- extras ----

// The value of a key that is neither a header nor one of the shared texts; null if absent.
JsonValue extra_value(const Traits& traits, std::string_view key) {
  if (traits.extra == nullptr) return nullptr;
  const tree::Extra& extra = *traits.extra;
  if (key == "removable") return extra.removable ? JsonValue(*extra.removable) : JsonValue();
  if (key == "key") return extra.key ? JsonValue(*extra.key) : JsonValue();
  const auto found =
      std::lower_bound(extra.attributes.begin(), extra.attributes.end(), key,
                       [](const JsonMember& member, std::string_view name) { return member.key < name; });
  return found != extra.attributes.end() && found->key == key ? found->value : JsonValue();
}

struct TraitVerdict {
  const Traits& traits;

  bool operator()(const OffsetTest& test) const { return test.membership.has(traits.offset); }
  bool operator()(const PriorityTest& test) const { return test.membership.has(traits.priority); }
  bool operator()(const SymbolTest& test) const {
    const tree::Symbol text = traits.*test.member;
    return text == nullptr ? test.constant.holds_of_null(test.op) : test.constant.holds_of_text(test.op, *text);
  }
  bool operator()(const ExtraTest& test) const {
    return test.constant.holds_of_json(test.op, extra_value(traits, test.key));
  }
};

constexpr std::array<std::pair<std::string_view, tree::Symbol Traits::*>, 4> kSymbols = {{
    {"nodeType", &Traits::type},
    {"role", &Traits::role},
    {"kind", &Traits::kind},
    {"provenance", &Traits::provenance},
}};

}  // namespace

bool passes(const TraitTest& test, const Traits& traits) { return std::visit(TraitVerdict{traits}, test); }

IntegerTest expiry_test(const Membership& ttl, const tree::SeenAt& seen) {
  const auto bounded = [](std::uint64_t cycle) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(cycle, Interval::kMost));
  };
  const std::int64_t now = bounded(seen.cycle);
  const std::int64_t committed = bounded(seen.committed);
  const auto [low, high] = ttl.interval;
  IntegerTest test{IntegerField::Expiry, {Interval::none(), ttl.is_negated}};
  if (ttl.interval.is_empty()) return test;
  // An expiry up to the last commit is counted from that commit, a later one from now.
  Interval& expiries = test.membership.interval;
  expiries.low =
      low <= 0 ? saturated_sum(low, committed) : std::max(saturated_sum(low, now), saturated_sum(committed, 1));
  expiries.high = high < 0 ? saturated_sum(high, committed) : std::max(saturated_sum(high, now), committed);
  if (high != kAbsent) expiries.high = std::min(expiries.high, kAbsent - 1);
  return test;
}

bool passes(const TextTest& test, const Node& node) {
  if (test.field == TextField::Id) return test.constant.holds_of_text(test.op, node.id());
  if (test.field == TextField::CreatedAtIso) {
    const tree::Extra* extra = node.extra();
    const bool is_derived = extra == nullptr || !extra->iso;
    return is_derived ? test.moments.has(node.created_at_ns()) : test.constant.holds_of_text(test.op, *extra->iso);
  }
  const auto& bytes = node.content_hash().bytes;
  return test.constant.holds_of_text(test.op, hex_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

PreparedTest prepare(const AttributeTest& test) {
  const Op op = test.op;
  Constant constant(test.literal);
  if (test.key == "offset") return TraitTest(OffsetTest{number_test(op, constant, signed_interval)});
  if (test.key == "priority") return TraitTest(PriorityTest{number_test(op, constant, signed_interval)});
  if (test.key == "ttl") return IntegerTest{IntegerField::Ttl, ttl_test(op, constant)};
  if (test.key == "cycle") return IntegerTest{IntegerField::Cycle, number_test(op, constant, unsigned_interval)};
  if (test.key == "creation_index") {
    return IntegerTest{IntegerField::CreationIndex, number_test(op, constant, unsigned_interval)};
  }
  if (test.key == "created_at_ns")
    return IntegerTest{IntegerField::CreatedAt, number_test(op, constant, signed_interval)};
  if (test.key == "created_at_iso") {
    const Membership moments = time_test(op, constant);
    return TextTest{TextField::CreatedAtIso, op, std::move(constant), moments};
  }
  if (test.key == "id") return TextTest{TextField::Id, op, std::move(constant)};
  if (test.key == "content_hash") return TextTest{TextField::ContentHash, op, std::move(constant)};
  for (const auto& [name, member] : kSymbols) {
    if (test.key == name) return TraitTest(SymbolTest{member, op, std::move(constant)});
  }
  // `content`, `parent`, `parent_id` and `children` cannot name custom attributes, so they are
  // null everywhere, as E-21 rules.
  return TraitTest(ExtraTest{test.key, op, std::move(constant)});
}

bool virtual_core_passes(const AttributeTest& test) {
  const Constant constant(test.literal);
  if (test.key == "offset") return number_test(test.op, constant, signed_interval).has(0);
  if (test.key == "nodeType") return constant.holds_of_text(test.op, name_of(tree::NodeClass::Core));
  return constant.holds_of_null(test.op);
}

}  // namespace latewood::selector
