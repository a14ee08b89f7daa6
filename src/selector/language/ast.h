// The syntax tree of a selector: the moments, and the nodes of each. Plain values, compared member by member, so that
// tests can check `print` and `parse` against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "history/moment.h"
#include "tree/node.h"

namespace latewood::selector {

// ---- moments ----

using history::EveryMoment;
using history::Moment;
using history::MomentRange;
using history::TimeKind;

// Nullopt: no snapshot prefix (D-28).
using Time = std::optional<std::variant<Moment, MomentRange, EveryMoment>>;

// ---- one step ----

enum class Root : std::uint8_t { Root, Sys, Seq, Ah };

enum class Op : std::uint8_t { Present, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct Null {
  friend bool operator==(const Null&, const Null&) = default;
};
// A number, in the digits it was written with: integers of any length and decimals are exact.
struct Number {
  std::string digits;
  friend bool operator==(const Number&, const Number&) = default;
};
// A text in quotes, escapes resolved, or a bare word.
struct Text {
  std::string value;
  bool is_quoted = true;
  friend bool operator==(const Text&, const Text&) = default;
};
using Literal = std::variant<Null, Number, Text>;

struct AttributeTest {
  std::string key;
  Op op = Op::Present;
  Literal literal;  // Null for Op::Present
  friend bool operator==(const AttributeTest&, const AttributeTest&) = default;
};

// Depths from `low` to `high`, in either order. Depths that cannot exist match nothing;
// numbers beyond 64 bits are kept as the largest or smallest one.
struct DepthRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
  friend bool operator==(const DepthRange&, const DepthRange&) = default;
};

enum class PseudoKind : std::uint8_t { Pre, Core, Post, Depth, First, Last, Nth };

struct Pseudo {
  PseudoKind kind = PseudoKind::Pre;
  std::vector<DepthRange> depths;  // for Depth
  std::uint64_t nth = 0;           // for Nth, from 1
  friend bool operator==(const Pseudo&, const Pseudo&) = default;
};

// The test of a type token.
struct TypeTest {
  std::string name;  // as written: "mt", "block", "cb:summary"
  // `.mt`, `.mc`, `.cb` and their aliases match by class; anything else matches the type
  // exactly.
  std::optional<tree::NodeClass> node_class;
  friend bool operator==(const TypeTest&, const TypeTest&) = default;
};

struct Step {
  bool is_any = false;  // `*`, alone
  std::optional<Root> root;
  std::optional<std::string> id;
  std::optional<TypeTest> type;
  std::vector<AttributeTest> attributes;
  std::vector<Pseudo> pseudos;
  friend bool operator==(const Step&, const Step&) = default;
};

// ---- chains and groups ----

enum class Combinator : std::uint8_t { Descendant, Child };

struct Chain {
  std::vector<Step> steps;              // at least one
  std::vector<Combinator> combinators;  // one fewer; combinators[i] stands after steps[i]
  friend bool operator==(const Chain&, const Chain&) = default;
};

struct Query {
  Time time;
  std::vector<Chain> groups;  // at least one
  friend bool operator==(const Query&, const Query&) = default;
};

}  // namespace latewood::selector
