// How much of an older request the start of a newer one keeps.
#include <optional>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/prefix.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& prefix_arguments() {
  static const Schema kSchema = object(
      joined({history_members(),
              {optional("older", text("the moment of the older request; default: @t-1, with newer=next @t0")),
               optional("newer", text("the moment of the newer request, or next: the commit to come; default: @t0")),
               optional("older_profile", text("the profile of the older request; default: that of the newer"))},
              render_members(),
              price_arguments()}));
  return kSchema;
}

Schema served_schema() {
  return object(
      {required("prices", text("the row of prices with the rule of the vendor's cache")), required("counter", text()),
       required("kind", text("exact with the encoding, or estimated")),
       required("unchanged", count("tokens of units before the first difference")), required("total", count()),
       required("served", count("tokens that the vendor's cache serves while the entry lives")),
       required("lifetime", count("seconds; 0: not known")),
       required("reason", word({"everything", "nothing", "smallest", "step", "breakpoint", "look_back"})),
       required("text", text("the reason for people"))},
      "null: without a profile and prices, and between two profiles");
}

const Schema& prefix_result() {
  static const Schema kUnit = nullable(
      object({required("index", count("among the units")), required("id", text("the node that is responsible for it")),
              required("begin", count()), required("end", count())}));
  static const Schema kSchema = object(
      {required("older_cycle", count()), required("newer_cycle", count()),
       required("is_preview", boolean("the newer one is of the commit to come")),
       required("profile", nullable(text("of the newer; null: the canonical thread"))),
       required("kept_per_mille", count("of the older request, in tenths of a percent")),
       required("unchanged_bytes", count("at the start of both")), required("older_bytes", count()),
       required("total_bytes", count("of the newer")),
       required("tokens", nullable(object({required("unchanged", count("in units before the first difference")),
                                           required("total", count()), required("counter", text()),
                                           required("kind", text("exact with the encoding, or estimated"))}))),
       required("offset", count("of the first difference in the newer")), required("newer_unit", kUnit),
       required("older_unit", kUnit), required("cause", text("docs/prefix.md has the causes")),
       required("commit", nullable(object({required("cycle", count()), required("commit_id", nullable(commit_id()))},
                                          "after which it first differed"))),
       required("served", nullable(served_schema()))});
  return kSchema;
}

Result<PrefixReport> find_prefix(const ReadHistory& history, const Arguments& arguments, const PrefixOptions& options) {
  const std::string newer = arguments.find_text("newer").value_or("@t0");
  if (newer == "next") {
    const std::string older = arguments.find_text("older").value_or("@t0");
    if (older != "@t0") {
      return broken(kArgumentInvalid, "/older: the next commit is compared with @t0 only, not with '" + older + "'");
    }
    const auto lock = history.lock_edits();
    return prefix_of_next_commit(history.context(), options);
  }
  LW_TRY_ASSIGN(const Snapshot before, history.moment(arguments.find_text("older").value_or("@t-1")));
  LW_TRY_ASSIGN(const Snapshot after, history.moment(newer));
  return prefix_report(before, after, options);
}

Result<std::string> prefix(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  PrefixOptions options;
  options.render = render_options(arguments);
  options.older_profile = arguments.find_text("older_profile");
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  if (profile) {
    LW_TRY_ASSIGN(const ProfileName found, find_profile(*profile));
    options.profile = to_string(found);
  }
  LW_TRY_ASSIGN(options.prices, session.named_prices(arguments));
  if (!options.prices && profile) {
    LW_TRY_ASSIGN(options.prices, find_prices(options.profile));
  }
  LW_TRY_ASSIGN(const std::shared_ptr<TokenCounter> counter, session.counter_for(arguments));
  options.tokens = counter.get();
  LW_TRY_ASSIGN(const PrefixReport report, find_prefix(history, arguments, options));
  return to_json(report);
}

}  // namespace

const Row kPrefix = {
    .name = "prefix",
    .scope = Scope::Read,
    .summary = "Tells how much of the request before a request keeps, and what changed it.",
    .arguments = prefix_arguments,
    .result = prefix_result,
    .example = R"({"older":"@t-1","newer":"@t0","profile":"anthropic"})",
    .errors = {kProfileUnknown, kSnapshotNotFound, kContentInvalid, kContentUnsupported, kRenderEmpty, kToolInvalid,
               kVendorBound},
    .run = prefix,
};

}  // namespace latewood::operations
