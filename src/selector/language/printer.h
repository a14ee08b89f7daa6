// A query as text, in one canonical spelling: single spaces, `..` in ranges with both
// references written out, texts in single quotes.
#pragma once

#include <string>

#include "selector/language/ast.h"

namespace latewood::selector {

// Reads back as the same query, if the query is one that the parser can give: its names fit
// the grammar, and each range, step and list has what the AST says it has.
std::string print(const Query& query);

// The parts, for explanations.
std::string print(const Chain& chain);
std::string print(const Step& step);
std::string print(const AttributeTest& test);
std::string print(const Pseudo& pseudo);
std::string print(const Moment& moment);

}  // namespace latewood::selector
