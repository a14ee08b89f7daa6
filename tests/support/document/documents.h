// Documents for tests of import and export, and contexts made from them.
#pragma once

#include <string>

#include "latewood/exchange.h"
#include "support/context_probe.h"
#include "support/test_files.h"

namespace latewood::test {

inline ImportOptions import_options(bool strict = false) {
  ImportOptions options;
  options.strict = strict;
  options.context.clock = make_logical_clock();
  options.context.system = true;
  return options;
}

inline Result<Context> imported(const std::string& document, bool strict = false) {
  return import_document(document, import_options(strict));
}

inline Context must_import(const std::string& document) { return must(imported(document)); }

inline Context import_fixture(const std::string& name) { return must_import(read_data("fixtures/" + name)); }

inline std::string export_of(const Context& context) { return export_snapshot(must(context.latest())).value(); }

// The name of the rule a document breaks, and the text its place names: "E_DUPLICATE_ID at {...}".
inline std::string refusal(const std::string& document, bool strict = false) {
  const auto result = imported(document, strict);
  if (result) return "imported";
  if (!result.error().place) return std::string(name_of(result.error())) + " nowhere";
  const Place& place = *result.error().place;
  return std::string(name_of(result.error())) + " at " + document.substr(place.offset, place.length);
}

// A document whose `^seq` and `^ah` hold these children; both are texts of JSON nodes.
inline std::string with_turns(const std::string& turns, const std::string& head = "") {
  return R"({"root":{"children":[{"nodeType":"^sys","children":[]},{"nodeType":"^seq","children":[)" + turns +
         R"(]},{"nodeType":"^ah","children":[)" + head + "]}]}}";
}

// One block in `^sys`.
inline std::string with_block(const std::string& block) {
  return R"({"root":{"children":[{"nodeType":"^sys","children":[)" + block + "]}]}}";
}

}  // namespace latewood::test
