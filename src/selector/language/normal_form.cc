#include "selector/language/normal_form.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "selector/language/printer.h"
#include "selector/language/token.h"

namespace latewood::selector {
namespace {

// Sorts by the printed text, so that the order depends on the meaning only.
template <class Item>
void sort_unique(std::vector<Item>& items) {
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return print(a) < print(b); });
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// ---- time ----

bool is_older(const Moment& a, const Moment& b) {
  return a.kind == TimeKind::Relative ? a.value > b.value : a.value < b.value;
}

void normalize(Time& time) {
  auto* range = time ? std::get_if<MomentRange>(&*time) : nullptr;
  if (range != nullptr && is_older(range->last, range->first)) std::swap(range->first, range->last);
}

// ---- literals ----

enum class Point : std::uint8_t { Drop, Keep };

// The same number with the fewest digits. A kept point keeps one digit behind it: a decimal
// compares with a double as the nearest double, which an integer does not (E-22).
std::string shortest(std::string_view digits, Point point) {
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.remove_prefix(1);
  const std::size_t whole_size = std::min(digits.find('.'), digits.size());
  std::string_view whole = digits.substr(0, whole_size);
  std::string_view fraction = digits.substr(std::min(whole_size + 1, digits.size()));
  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  const bool keeps_point = !fraction.empty() && point == Point::Keep;
  fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);

  std::string out = is_negative && !(whole.empty() && fraction.empty()) ? "-" : "";
  out += whole.empty() ? "0" : whole;
  if (!fraction.empty() || keeps_point) out += ".";
  out += fraction.empty() && keeps_point ? "0" : fraction;
  return out;
}

std::string value_text(const Literal& literal) {
  const auto* number = std::get_if<Number>(&literal);
  return number != nullptr ? number->digits : std::get<Text>(literal).value;
}

bool is_equality(Op op) { return op == Op::Equal || op == Op::NotEqual; }

Literal normalize(const AttributeTest& test) {
  if (std::holds_alternative<Null>(test.literal)) return Null();
  const std::string text = value_text(test.literal);
  const bool was_number = std::holds_alternative<Number>(test.literal);
  switch (type_of_attribute(test.key)) {
    case AttributeType::Number:
      if (is_number(text)) return Number{shortest(text, Point::Drop)};
      break;
    case AttributeType::Text: break;
    case AttributeType::Other:
      // An order may fall back to the text, where every zero counts.
      if (was_number) return Number{is_equality(test.op) ? shortest(text, Point::Keep) : text};
      break;
  }
  return Text{text, true};
}

// ---- attributes ----

bool is_text_equality(const AttributeTest& test, std::string_view key) {
  return test.key == key && test.op == Op::Equal && std::holds_alternative<Text>(test.literal);
}

bool is_exact_type_token(std::string_view text) {
  return is_identifier(text) && type_length(text) == text.size() && !meaning_of(kClasses, text);
}

bool is_said_by_type(Step& step, const AttributeTest& test) {
  if (!is_text_equality(test, "nodeType")) return false;
  const std::string& type = std::get<Text>(test.literal).value;
  if (!step.type && is_exact_type_token(type)) step.type = TypeTest{type, std::nullopt};
  return step.type && step.type->name == type && !step.type->node_class;
}

// An id takes in every colon after it, so a pseudo-class cannot stand right behind one (D-32).
bool is_said_by_id(Step& step, const AttributeTest& test) {
  const bool may_stand = step.pseudos.empty() || step.type;
  if (!may_stand || !is_text_equality(test, "id")) return false;
  const std::string& id = std::get<Text>(test.literal).value;
  if (!step.id && is_id(id)) step.id = id;
  return step.id == id;
}

void normalize_attributes(Step& step) {
  for (AttributeTest& test : step.attributes) {
    if (test.op == Op::Present) test.op = Op::NotEqual;
    test.literal = normalize(test);
  }
  sort_unique(step.attributes);
  std::erase_if(step.attributes, [&step](const AttributeTest& test) { return is_said_by_type(step, test); });
  std::erase_if(step.attributes, [&step](const AttributeTest& test) { return is_said_by_id(step, test); });
}

// ---- pseudo-classes ----

std::vector<DepthRange> merged(std::vector<DepthRange> ranges) {
  for (DepthRange& range : ranges) {
    if (range.low > range.high) std::swap(range.low, range.high);
    range.low = std::max<std::int64_t>(range.low, 1);
  }
  std::sort(ranges.begin(), ranges.end(), [](const DepthRange& a, const DepthRange& b) { return a.low < b.low; });
  std::vector<DepthRange> out;
  for (const DepthRange& range : ranges) {
    if (range.high < range.low) continue;
    // Lows are at least 1, so that the subtraction cannot wrap.
    const bool touches = !out.empty() && range.low - 1 <= out.back().high;
    if (!touches) out.push_back(range);
    out.back().high = std::max(out.back().high, range.high);
  }
  if (out.empty()) out.push_back({0, 0});
  return out;
}

bool is_positional(const Pseudo& pseudo) {
  return pseudo.kind == PseudoKind::First || pseudo.kind == PseudoKind::Last || pseudo.kind == PseudoKind::Nth;
}

// Filters commute with one another, but not with what counts positions.
void normalize(std::vector<Pseudo>& pseudos) {
  std::vector<Pseudo> out;
  std::vector<Pseudo> filters;
  bool has_position = false;
  const auto flush = [&] {
    sort_unique(filters);
    out.insert(out.end(), filters.begin(), filters.end());
    filters.clear();
  };
  for (Pseudo& pseudo : pseudos) {
    if (pseudo.kind == PseudoKind::Depth) pseudo.depths = merged(std::move(pseudo.depths));
    if (pseudo.kind == PseudoKind::Nth && pseudo.nth == 1) pseudo = {PseudoKind::First, {}, 0};
    if (!is_positional(pseudo)) {
      filters.push_back(std::move(pseudo));
    } else if (!has_position || pseudo.kind == PseudoKind::Nth) {
      flush();
      out.push_back(std::move(pseudo));
      has_position = true;
    }
  }
  flush();
  pseudos = std::move(out);
}

void normalize(Step& step) {
  if (step.type && step.type->node_class) step.type->name = spelling_of(kClasses, *step.type->node_class);
  normalize_attributes(step);
  normalize(step.pseudos);
}

}  // namespace

AttributeType type_of_attribute(std::string_view key) {
  constexpr std::array<std::string_view, 6> kNumbers = {"offset", "ttl",           "priority",
                                                        "cycle",  "created_at_ns", "creation_index"};
  constexpr std::array<std::string_view, 7> kTexts = {"nodeType",       "id",           "role",      "kind",
                                                      "created_at_iso", "content_hash", "provenance"};
  const auto has = [key](const auto& keys) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  if (has(kNumbers)) return AttributeType::Number;
  return has(kTexts) ? AttributeType::Text : AttributeType::Other;
}

Query normalize(Query query) {
  normalize(query.time);
  for (Chain& chain : query.groups) {
    for (Step& step : chain.steps) normalize(step);
  }
  sort_unique(query.groups);
  return query;
}

}  // namespace latewood::selector
