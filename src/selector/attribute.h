// The attributes that a selector can name, and the prepared form of the test `[key op literal]`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "selector/language/ast.h"
#include "selector/language/comparison.h"
#include "selector/language/interval.h"
#include "tree/shown_ttl.h"

namespace latewood::selector {

// ---- tests whose result is the same for all nodes with the same traits ----

struct OffsetTest {
  Membership membership;
};
struct PriorityTest {
  Membership membership;
};
// nodeType, role, kind, provenance.
struct SymbolTest {
  tree::Symbol tree::Traits::*member = nullptr;
  Op op = Op::Present;
  Constant constant;
};
// removable, key, custom attributes, and names that no node has.
struct ExtraTest {
  std::string key;
  Op op = Op::Present;
  Constant constant;
};
using TraitTest = std::variant<OffsetTest, PriorityTest, SymbolTest, ExtraTest>;

bool passes(const TraitTest& test, const tree::Traits& traits);

// ---- tests of the record itself ----

// Ttl is the ttl as it is shown; a query converts its test into one of the expiry. An absent ttl is the largest integer
// here, as in node records.
enum class IntegerField : std::uint8_t { Ttl, Expiry, CreatedAt, Cycle, CreationIndex };

struct IntegerTest {
  IntegerField field = IntegerField::Expiry;
  Membership membership;  // unsigned fields as `ordered`
};

// The test of the expiry that is equivalent to the test `ttl` of the shown ttl (`tree::shown_ttl`).
IntegerTest expiry_test(const Membership& ttl, const tree::SeenAt& seen);

enum class TextField : std::uint8_t { Id, ContentHash, CreatedAtIso };

struct TextTest {
  TextField field = TextField::Id;
  Op op = Op::Present;
  Constant constant;
  Membership moments = {};  // for CreatedAtIso: the times whose derived text passes
};

bool passes(const TextTest& test, const tree::Node& node);

// ---- making them ----

using PreparedTest = std::variant<TraitTest, IntegerTest, TextTest>;
PreparedTest prepare(const AttributeTest& test);

// Whether a virtual core passes: its nodeType is `mc`, its offset 0, everything else null
// (D-01).
bool virtual_core_passes(const AttributeTest& test);

}  // namespace latewood::selector
