#include "figures/history_bench.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>

#include "canon/blake3.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "driver/scratch_folder.h"
#include "latewood/reconcile.h"
#include "latewood/session_log.h"

namespace latewood::bench {
namespace {

std::atomic<std::uint64_t> flushes = 0;

constexpr double kMegabytesPerSecond = 20;
constexpr double kFlushesPerThousand = 20;
// Reading a request takes it apart into blocks and digests, beyond reading it as JSON and hashing it.
constexpr double kReconcileTarget = 4;

std::string words(std::size_t number, std::size_t size) {
  constexpr const char* kWords[] = {"the ",   "branch ", "returns ", "a ",     "value ",
                                    "which ", "we ",     "then ",    "prune ", "at "};
  std::string text = std::to_string(number) + ": ";
  for (std::size_t word = number + 7; text.size() < size; word = word * 31 + 7)
    text += kWords[word % std::size(kWords)];
  return text;
}

JsonValue text_part(const std::string& text) { return make_object({{"type", "text"}, {"text", text}}); }

// A line of a session of Claude Code, with the members that its lines have besides the message.
std::string log_line(std::size_t number, const char* type, JsonValue message, JsonValue result) {
  const std::string own = "00000000-0000-4000-8000-" + std::to_string(100000000000 + number);
  std::vector<JsonMember> members = {{"type", type},
                                     {"uuid", own},
                                     {"parentUuid", JsonValue()},
                                     {"sessionId", "6a1f0000-0000-4000-8000-000000000001"},
                                     {"isSidechain", false},
                                     {"userType", "external"},
                                     {"cwd", "/home/someone/project"},
                                     {"version", "2.1.0"},
                                     {"gitBranch", "main"},
                                     {"timestamp", "2026-01-02T03:04:05.678Z"},
                                     {"message", std::move(message)}};
  if (number > 0) {
    members[2].value = "00000000-0000-4000-8000-" + std::to_string(100000000000 + number - 1);
  }
  if (!result.is_null()) members.push_back({"toolUseResult", std::move(result)});
  return canonical_json(make_object(std::move(members))) + "\n";
}

// Calls and their results: an answer of a few hundred bytes, and results of a few kilobytes that the log has twice.
std::string session_log(std::size_t requests) {
  std::string log;
  for (std::size_t number = 0; number < requests; ++number) {
    const std::string call = "toolu_" + std::to_string(number);
    const std::string output = words(number, 2000 + number * 7919 % 6000);
    JsonValue said = number == 0 ? text_part(words(number, 300))
                                 : make_object({{"type", "tool_result"},
                                                {"tool_use_id", "toolu_" + std::to_string(number - 1)},
                                                {"content", output}});
    const JsonValue stdout_again = make_object({{"stdout", output}, {"stderr", ""}, {"interrupted", false}});
    log += log_line(2 * number, "user", make_object({{"role", "user"}, {"content", JsonValue::Array{said}}}),
                    number == 0 ? JsonValue() : stdout_again);
    JsonValue input = make_object({{"command", words(number, 80)}, {"description", words(number, 40)}});
    JsonValue tool = make_object({{"type", "tool_use"}, {"id", call}, {"name", "Bash"}, {"input", std::move(input)}});
    JsonValue usage = make_object({{"input_tokens", std::int64_t{5}},
                                   {"cache_read_input_tokens", static_cast<std::int64_t>(number * 1000)},
                                   {"cache_creation_input_tokens", std::int64_t{900}},
                                   {"output_tokens", std::int64_t{120}}});
    log += log_line(2 * number + 1, "assistant",
                    make_object({{"role", "assistant"},
                                 {"id", "msg_" + std::to_string(number)},
                                 {"model", "model-1"},
                                 {"stop_reason", "tool_use"},
                                 {"usage", std::move(usage)},
                                 {"content", JsonValue::Array{text_part(words(number, 250)), std::move(tool)}}}),
                    JsonValue());
  }
  return log;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Import {
  double seconds = 0;
  double flushes = 0;
  bool correct = false;
};

Import timed_import(const std::string& log, std::size_t requests) {
  const ScratchFolder folder;
  const std::string path = folder.file("session.jsonl");
  std::ofstream(path, std::ios::binary) << log;
  Import done;
  const std::uint64_t flushes_before = flushes;
  const double before = processor_seconds();
  Repository repository = Repository::open(folder.file("store.db")).value();
  SessionImporter importer(repository);
  const auto imported = importer.import_file(path);
  done.seconds = processor_seconds() - before;
  done.flushes = static_cast<double>(flushes - flushes_before);
  done.correct = imported.has_value() && imported->unknown.empty() && imported->contexts.size() == 1 &&
                 imported->contexts.front().commits == requests && imported->contexts.front().attempts == requests;
  return done;
}

std::string request_of(std::size_t messages) {
  JsonValue::Array list;
  for (std::size_t at = 0; at < messages; ++at) {
    list.push_back(make_object({{"role", at % 2 == 0 ? "user" : "assistant"}, {"content", words(at, 600)}}));
  }
  return canonical_json(make_object({{"messages", JsonValue(std::move(list))}}));
}

// A request that goes on from the one before by two messages, over reading and hashing it.
Figure reconcile_figure(const Run& run) {
  const std::size_t messages = run.pick(1000, 100);
  Repository repository = Repository::open("memory:").value();
  Reconciler reconciler(repository, {.clock = make_logical_clock()});
  std::size_t next = messages - 1;
  bool correct = reconciler.reconcile(request_of(next), {.context = "main"}).has_value();
  std::vector<std::string> bodies;
  for (int repeat = 0; repeat < run.repeats() + 1; ++repeat) bodies.push_back(request_of(next += 2));
  std::size_t at = 0;
  std::size_t hashed = 0;
  const Pair pair = time_pair(
      [&] {
        const auto done = reconciler.reconcile(bodies[at++], {.context = "main"});
        correct = correct && done && done->kind == ReconcileKind::Append && done->added == 2;
      },
      [&] {
        const std::string canonical = canonical_json(parse_json(bodies[hashed++]).value());
        correct = correct && blake3_of(canonical) != Blake3Digest();
      },
      1, run.repeats());
  return {"a request of 1,000 messages, two of them new",
          pair,
          "reconcile and commit",
          "read and hash the request",
          kReconcileTarget,
          correct};
}

}  // namespace

// Counts for the process: SQLite's own calls come here, too.
void note_flush() { ++flushes; }

Report history_figures(const Run& run) {
  const std::size_t requests = run.pick(4000, 120);
  const std::string log = session_log(requests);
  const Import import = timed_import(log, requests);
  const double megabytes = static_cast<double>(log.size()) / 1e6;
  const double rate = megabytes / import.seconds;
  const double per_thousand = import.flushes * 1000 / static_cast<double>(requests);
  Report report;
  report.figures.push_back({"import of a session log", counted_pair(kMegabytesPerSecond, rate), "20 MB/s a core",
                            "measured", 1.0, import.correct, "MB/s"});
  report.figures.push_back({"flushes of 1,000 imported commits", counted_pair(per_thousand, kFlushesPerThousand),
                            "flushes", "at most", 1.0, import.correct, "flushes"});
  report.figures.push_back(reconcile_figure(run));
  report.notes.push_back({"session log that is imported", megabytes, "MB"});
  return report;
}

}  // namespace latewood::bench

// SQLite calls these of the program instead of those of the C library, so that they can be counted.
extern "C" int fdatasync(int descriptor) {
  latewood::bench::note_flush();
  return static_cast<int>(syscall(SYS_fdatasync, descriptor));
}
extern "C" int fsync(int descriptor) {
  latewood::bench::note_flush();
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}
