// The normal form of a query. Two queries with the same normal form match the same nodes in every tree. Two queries
// that match the same nodes may still have different normal forms.
//
// The normal form of
//   a range of moments      has the older end first
//   a type alias            is the class's own name: .seg is .mt
//   [k]                     is [k!=null]
//   [id='x']                is #x, if it can stand there; likewise [nodeType='cb:x'] is .cb:x
//   a literal               is a number where the attribute is declared a number, a quoted text where
//                           it is declared a text; a bare word is a quoted text
//   a number                has no needless zeros, where only its value counts
//   attribute tests         are sorted, each once
//   :depth                  has ascending ranges of depths that can exist, with gaps between them;
//                           :depth(0) if there are none
//   :nth(1)                 is :first
//   :first, :last           are left out after another of :first, :last, :nth, which leave at most one
//                           node per parent
//   other pseudo-classes    are sorted, each once, between those three
//   groups                  are sorted, each once
// A missing snapshot prefix stays missing: the caller decides its meaning (D-28).
#pragma once

#include <cstdint>
#include <string_view>

#include "selector/language/ast.h"

namespace latewood::selector {

// Prints as text that reads back as the same query, and is its own normal form.
Query normalize(Query query);

// The declared type of an attribute, which says how it compares (D-37).
enum class AttributeType : std::uint8_t { Number, Text, Other };
AttributeType type_of_attribute(std::string_view key);

}  // namespace latewood::selector
