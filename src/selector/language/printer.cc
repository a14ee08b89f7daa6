#include "selector/language/printer.h"

#include <string_view>

#include "selector/language/token.h"

namespace latewood::selector {
namespace {

// Both quotes are escaped, since neither may stand in a string as it is.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '\'';
}

std::string text_of(const Literal& literal) {
  if (const auto* number = std::get_if<Number>(&literal)) return number->digits;
  if (const auto* text = std::get_if<Text>(&literal)) return text->is_quoted ? quoted(text->value) : text->value;
  return "null";
}

std::string text_of(const DepthRange& range) {
  const std::string low = std::to_string(range.low);
  return range.low == range.high ? low : low + "-" + std::to_string(range.high);
}

// With the space that follows it.
std::string prefix_of(const Time& time) {
  if (!time) return {};
  if (const auto* moment = std::get_if<Moment>(&*time)) return print(*moment) + " ";
  const auto* range = std::get_if<MomentRange>(&*time);
  return range == nullptr ? "@* " : print(range->first) + ".." + print(range->last) + " ";
}

std::string list_of(const std::vector<DepthRange>& ranges) {
  std::string out;
  for (const DepthRange& range : ranges) out += (out.empty() ? "" : ",") + text_of(range);
  return out;
}

template <class Item>
std::string joined(const std::vector<Item>& items, std::string_view separator) {
  std::string out;
  for (const Item& item : items) {
    if (&item != &items.front()) out += separator;
    out += print(item);
  }
  return out;
}

}  // namespace

std::string print(const Moment& moment) {
  if (moment.kind == TimeKind::Absolute) return "@c" + std::to_string(moment.value);
  return (moment.value == 0 ? "@t" : "@t-") + std::to_string(moment.value);
}

std::string print(const AttributeTest& test) {
  if (test.op == Op::Present) return "[" + test.key + "]";
  return "[" + test.key + std::string(spelling_of(kOperators, test.op)) + text_of(test.literal) + "]";
}

std::string print(const Pseudo& pseudo) {
  std::string out = ":" + std::string(spelling_of(kPseudos, pseudo.kind));
  if (pseudo.kind == PseudoKind::Depth) out += "(" + list_of(pseudo.depths) + ")";
  if (pseudo.kind == PseudoKind::Nth) out += "(" + std::to_string(pseudo.nth) + ")";
  return out;
}

std::string print(const Step& step) {
  if (step.is_any) return "*";
  std::string out;
  if (step.root) out += "^" + std::string(spelling_of(kRoots, *step.root));
  if (step.id) out += "#" + *step.id;
  if (step.type) out += "." + step.type->name;
  return out + joined(step.attributes, "") + joined(step.pseudos, "");
}

std::string print(const Chain& chain) {
  std::string out;
  for (std::size_t i = 0; i < chain.steps.size(); ++i) {
    if (i > 0) out += chain.combinators[i - 1] == Combinator::Child ? " > " : " ";
    out += print(chain.steps[i]);
  }
  return out;
}

std::string print(const Query& query) { return prefix_of(query.time) + joined(query.groups, ", "); }

}  // namespace latewood::selector
