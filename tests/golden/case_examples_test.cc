// The examples of docs/format/cases.md, run as `latewood warp` runs them: every
// `json` block has an `output` or an `error` block of its name.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "latewood/json_text.h"
#include "latewood/warp.h"
#include "support/document/format.h"

namespace latewood {
namespace {

const std::map<std::string, WarpProduct> kProducts = {
    {"state-root", WarpProduct::State},   {"patch-digest", WarpProduct::Patch},  {"commit-id", WarpProduct::Commit},
    {"decision", WarpProduct::Decision},  {"plan", WarpProduct::Plan},           {"rewrites", WarpProduct::Rewrites},
    {"rule-pack", WarpProduct::RulePack}, {"admission", WarpProduct::Admission},
};

struct Printed {
  std::string output;
  std::string error;
};

Printed failed(const Error& error) {
  std::ostringstream line;
  line << "error[" << name_of(error) << "]: cases.json: ";
  if (error.place) line << "byte " << error.place->offset << ": ";
  line << error.message << '\n';
  return {{}, line.str()};
}

Printed run_digests(WarpProduct product, const std::string& document) {
  const auto cases = warp_digests(product, document);
  if (!cases) return failed(cases.error());
  std::string lines;
  for (const WarpCase& one : *cases) {
    lines += "{\"name\":" + json_text(one.name) + ",\"digest\":\"" + one.digest.hex() + "\"}\n";
  }
  return {lines, {}};
}

Printed run_replay(const std::string& document) {
  const auto ticks = warp_replay(document);
  if (!ticks) return failed(ticks.error());
  std::string lines;
  for (const WarpTick& tick : *ticks) {
    lines += "{\"name\":" + json_text(tick.name) + ",\"tick\":" + std::to_string(tick.tick);
    lines += tick.error.empty() ? ",\"digest\":\"" + tick.root.hex() + "\"}\n"
                                : ",\"error\":" + json_text(tick.error) + "}\n";
  }
  return {lines, {}};
}

// A block is named after its verb; what follows a dot tells examples of one verb apart.
Printed run(const std::string& name, const std::string& document) {
  const std::string verb = name.substr(0, name.find('.'));
  if (verb == "replay") return run_replay(document);
  const auto product = kProducts.find(verb);
  if (product != kProducts.end()) return run_digests(product->second, document);
  ADD_FAILURE() << "there is no verb " << verb;
  return {};
}

TEST(CaseExamples, GiveTheirLines) {
  const test::FormatDocument document("cases.md");
  std::set<std::string> answered;
  for (const char* kind : {"output", "error"}) {
    for (const std::string& name : document.names_of(kind)) {
      SCOPED_TRACE(name);
      EXPECT_TRUE(answered.insert(name).second) << "both output and error";
      const Printed result = run(name, document.text("json", name));
      EXPECT_EQ(result.output, kind == std::string("output") ? document.text("output", name) : "");
      EXPECT_EQ(result.error, kind == std::string("error") ? document.text("error", name) : "");
    }
  }
  EXPECT_EQ(document.names_of("json"), answered);
}

TEST(CaseExamples, ShowEveryVerb) {
  const std::set<std::string> shown = test::FormatDocument("cases.md").names_of("output");
  for (const auto& [verb, product] : kProducts) EXPECT_TRUE(shown.contains(verb)) << verb;
  EXPECT_TRUE(shown.contains("replay"));
}

}  // namespace
}  // namespace latewood
