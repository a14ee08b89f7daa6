#include "latewood/selector.h"

#include <variant>

#include "base/try.h"
#include "selector/language/normal_form.h"
#include "selector/language/parser.h"
#include "selector/language/printer.h"
#include "selector/selector_data.h"

namespace latewood {

using selector::EveryMoment;
using selector::MomentRange;
using selector::Plan;
using selector::Query;
using selector::SelectorData;

Result<Selector> Selector::parse(std::string_view text) {
  LW_TRY_ASSIGN(Query query, selector::parse_selector(text));
  Plan plan(query);
  return Selector(
      std::make_shared<const SelectorData>(SelectorData{std::string(text), std::move(query), std::move(plan)}));
}

const std::string& Selector::text() const { return data_->text; }

std::string Selector::canonical() const { return print(normalize(data_->query)); }

bool Selector::has_snapshot() const { return data_->query.time.has_value(); }

bool Selector::is_range() const { return has_snapshot() && std::holds_alternative<MomentRange>(*data_->query.time); }

bool Selector::is_every_snapshot() const {
  return has_snapshot() && std::holds_alternative<EveryMoment>(*data_->query.time);
}

}  // namespace latewood
