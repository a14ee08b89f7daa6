#include "figures/exchange_bench.h"

// RapidJSON looks for what it must escape 16 bytes at a time if it is told that it may.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "latewood/exchange.h"

namespace latewood::bench {
namespace {

constexpr std::size_t kExchangeTurns = 6000;

// Half the speed of the one, a third of that of the other.
constexpr double kExportTarget = 2.0;
constexpr double kImportTarget = 3.0;

// Text as models write it: words, a line break here and there, some quotes. All of it is
// ASCII, since RapidJSON would not escape anything else.
std::string message_text(std::size_t number) {
  constexpr const char* kExchangeWords[] = {"the",  "function", "returns", "a",  "value", "which",   "we",
                                            "then", "pass",     "on",      "to", "its",   "caller,", "unless"};
  const std::size_t size = 200 + number * 7919 % 800;
  std::string text = std::to_string(number) + ":";
  for (std::size_t word = number; text.size() < size; word = word * 31 + 7) {
    text.append(word % 23 == 0 ? "\n" : " ").append(kExchangeWords[word % std::size(kExchangeWords)]);
    if (word % 41 == 0) text.append(" \"as is\"");
  }
  return text;
}

void exchange_words(Context& context, const char* role, std::size_t number) {
  Component block;
  block.role = role;
  block.kind = "text";
  block.content = JsonValue(message_text(number));
  if (number % 8 == 0) {
    block.attributes = {{"data_source", JsonValue("retrieval")},
                        {"data_score", JsonValue(static_cast<std::int64_t>(number))}};
  }
  if (!context.insert(block)) std::abort();
}

// The snapshot of a long chat.
std::string chat_document(std::size_t turns) {
  ContextOptions options;
  options.clock = std::shared_ptr<Clock>(make_logical_clock());
  Context context(std::move(options));
  for (std::size_t turn = 0; turn < turns; ++turn) {
    exchange_words(context, "user", 2 * turn);
    exchange_words(context, "assistant", 2 * turn + 1);
    if (!context.commit()) std::abort();
  }
  return export_snapshot(*context.latest()).value();
}

Figure export_figure(const Run& run, const std::string& document) {
  rapidjson::Document other;
  other.Parse(document.data(), document.size());
  const Result<Context> context = import_snapshot(document);
  if (other.HasParseError() || !context) std::abort();
  const Snapshot snapshot = *context->latest();
  std::string ours;
  bool is_same = true;
  const Pair pair = time_pair([&] { ours = export_snapshot(snapshot).value(); },
                              [&] {
                                rapidjson::StringBuffer buffer;
                                rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
                                other.Accept(writer);
                                is_same = is_same && buffer.GetSize() == document.size();
                              },
                              1, run.repeats());
  return {"export of a snapshot", pair,          "export_snapshot",
          "RapidJSON's Writer",   kExportTarget, ours == document && is_same};
}

Figure import_figure(const Run& run, const std::string& document) {
  const simdjson::padded_string padded(document);
  simdjson::dom::parser parser;
  bool parsed = true;
  bool imported = true;
  const Pair pair =
      time_pair([&] { imported = import_snapshot(document).has_value() && imported; },
                [&] { parsed = parser.parse(padded).error() == simdjson::SUCCESS && parsed; }, 1, run.repeats());
  const Result<Context> again = import_snapshot(document);
  const bool is_same = again.has_value() && export_snapshot(*again->latest()).value() == document;
  return {"import of a snapshot", pair,          "import_snapshot",
          "simdjson's parser",    kImportTarget, parsed && imported && is_same};
}

}  // namespace

Report exchange_figures(const Run& run) {
  const std::string document = chat_document(run.pick(kExchangeTurns, 300));
  Report report;
  report.figures = {export_figure(run, document), import_figure(run, document)};
  report.notes.push_back({"snapshot that is exported and imported", static_cast<double>(document.size()) / 1e6, "MB"});
  return report;
}

}  // namespace latewood::bench
