#include "figures/call_bench.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "driver/scratch_folder.h"
#include "latewood/json_text.h"
#include "latewood/query.h"
#include "latewood/repository.h"
#include "latewood/session.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

constexpr double kTarget = 1.3;
constexpr std::size_t kMessage = 200;

// One context in a store in memory, reached by calls or by the functions that these run.
class Called {
 public:
  Called() : store_(must(Repository::open("memory:"))), session_(store_, {.clock = make_logical_clock()}) {
    call("init", "{}");
  }
  std::string call(std::string_view operation, const std::string& arguments) {
    return must(session_.call(operation, arguments));
  }
  void insert(std::uint64_t number) {
    call("insert", R"({"role":"user","content":")" + words(number, kMessage) + "\"}");
  }

 private:
  Repository store_;
  Session session_;
};

class Direct {
 public:
  Direct() : store_(must(Repository::open("memory:"))) {
    context_ = std::make_unique<Context>(must(store_.open_context("main", {.context = same_everywhere()})));
  }
  Context& context() { return *context_; }
  void insert(std::uint64_t number) {
    must(context_->insert({.role = "user", .content = JsonValue(words(number, kMessage))}));
  }

 private:
  Repository store_;
  std::unique_ptr<Context> context_;
};

std::string commit_id_of(const std::string& report) {
  return *must(parse_json_text(report)).find("commit_id")->as_string();
}

// The same history on both sides.
struct Both {
  Called called;
  Direct direct;
  std::uint64_t said = 0;

  void turns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      called.insert(said);
      direct.insert(said);
      called.call("commit", "{}");
      must(direct.context().commit());
      ++said;
    }
  }
};

Figure select_by_id(const Run& run) {
  Both both;
  both.turns(run.pick(2'000, 50));
  const std::vector<std::string> ids =
      must(must(both.direct.context().latest()).select(must(Selector::parse("^seq .mt:depth(1-50) .cb"))));
  std::string by_call;
  std::string by_function;
  const auto call = [&] {
    for (const std::string& id : ids) by_call = both.called.call("select", "{\"selector\":\"#" + id + "\"}");
  };
  const auto function = [&] {
    for (const std::string& id : ids) {
      by_function = to_json(must(both.direct.context().select(must(Selector::parse("#" + id)))));
    }
  };
  const Pair pair = time_pair(call, function, static_cast<double>(ids.size()), run.repeats());
  return {"call select by id", pair, "call", "function", kTarget, by_call == by_function};
}

Figure insert_block(const Run& run) {
  Both both;
  both.turns(20);
  const std::size_t batch = run.pick(200, 10);
  std::uint64_t by_call = 0;
  std::uint64_t by_function = 0;
  // Uncommitted edits go again, so that each round starts alike.
  const auto call = [&] {
    for (std::size_t i = 0; i < batch; ++i) both.called.insert(++by_call);
    both.called.call("reset", "{}");
  };
  const auto function = [&] {
    for (std::size_t i = 0; i < batch; ++i) both.direct.insert(++by_function);
    must(both.direct.context().reset());
  };
  const Pair pair = time_pair(call, function, static_cast<double>(batch), run.repeats());
  both.turns(1);
  const std::string by_calls = commit_id_of(both.called.call("commit", "{}"));
  must(both.direct.context().commit());
  return {"call insert", pair, "call", "function", kTarget, by_calls == head_of(both.direct.context())};
}

Figure commit_turn(const Run& run) {
  Called called;
  Direct direct;
  const std::size_t batch = run.pick(100, 10);
  std::uint64_t by_call = 0;
  std::uint64_t by_function = 0;
  std::string head;
  const auto call = [&] {
    for (std::size_t i = 0; i < batch; ++i) {
      called.insert(++by_call);
      called.insert(++by_call);
      head = called.call("commit", "{}");
    }
  };
  const auto function = [&] {
    for (std::size_t i = 0; i < batch; ++i) {
      direct.insert(++by_function);
      direct.insert(++by_function);
      must(direct.context().commit());
    }
  };
  const Pair pair = time_pair(call, function, static_cast<double>(batch), run.repeats());
  return {"call commit, with its two messages",           pair, "call", "function", kTarget,
          commit_id_of(head) == head_of(direct.context())};
}

// ---- an agent loop ----

constexpr double kLoopTarget = 0.05;

std::string question(std::size_t turn) { return "How tall is tree " + std::to_string(turn) + "?"; }

std::string response(std::size_t turn) {
  return R"({"id":"r)" + std::to_string(turn) +
         R"(","object":"chat.completion","model":"large-1","choices":[{"index":0,"finish_reason":"stop",)"
         R"("message":{"role":"assistant","content":"It is )" +
         std::to_string(turn) + R"( m tall."}}],"usage":{"prompt_tokens":40,"completion_tokens":5,"total_tokens":45}})";
}

std::string messages(std::size_t turn) { return R"([{"role":"user","content":")" + question(turn) + R"("}])"; }

// One process for all calls.
void write_calls(const std::string& file, std::size_t turns) {
  std::ofstream out(file);
  for (std::size_t turn = 0; turn < turns; ++turn) {
    out << R"({"op":"append","args":{"messages":)" << messages(turn) << "}}\n"
        << R"({"op":"request","args":{"profile":"openai","model":"large"}})"
        << "\n"
        << R"({"op":"complete","args":{"response":)" << response(turn) << "}}\n"
        << R"({"op":"commit","args":{"message":"turn"}})"
        << "\n";
  }
}

// A process for each step, as a script without a session would do it.
void write_commands(const std::string& file, std::size_t turns) {
  std::ofstream out(file);
  for (std::size_t turn = 0; turn < turns; ++turn) {
    out << "$LATEWOOD append '" << messages(turn) << "'\n"
        << "$LATEWOOD request --profile openai --model large 2>&1\n"
        << "echo '" << response(turn) << "' | $LATEWOOD complete -\n"
        << "$LATEWOOD commit -m turn\n";
  }
}

void run_shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) fail({Code::Unavailable, command, {}, {}});
}

Figure agent_loop(const Run& run) {
  const ScratchFolder folder;
  const std::size_t turns = run.pick(50, 3);
  write_calls(folder.file("calls.jsonl"), turns);
  write_commands(folder.file("commands.sh"), turns);
  const std::string with = "export LATEWOOD_CLOCK=logical LATEWOOD=" LATEWOOD_CLI " LATEWOOD_STORE=";
  const auto fresh = [&](const std::string& store) {
    run_shell("rm -f " + store + " " + store + "-wal " + store + "-shm; " + with + store +
              "; $LATEWOOD init > /dev/null");
  };
  const std::string one = folder.file("one.db");
  const std::string many = folder.file("many.db");
  const auto session = [&] {
    fresh(one);
    run_shell(with + one + "; $LATEWOOD call - < " + folder.file("calls.jsonl") + " > /dev/null");
  };
  const auto commands = [&] {
    fresh(many);
    run_shell(with + many + "; set -e; . " + folder.file("commands.sh") + " > /dev/null");
  };
  const Pair pair = time_pair(session, commands, static_cast<double>(turns), run.is_quick ? 1 : 3);
  const auto head = [](const std::string& store) {
    return head_of(must(must(Repository::open(store)).open_context("main")));
  };
  return {"a turn of an agent loop", pair, "call -", "single commands", kLoopTarget, head(one) == head(many)};
}

}  // namespace

Report call_figures(const Run& run) {
  Report report;
  report.figures = {select_by_id(run), insert_block(run), commit_turn(run), agent_loop(run)};
  return report;
}

}  // namespace latewood::bench
