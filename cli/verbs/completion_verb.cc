#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/open/output.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/text/json_output.h"
#include "cli/usage/man_page.h"
#include "cli/usage/shell_words.h"
#include "cli/usage/verb.h"
#include "cli/verbs/candidates.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

// The scripts know no verbs: the shell asks this program for completions. These contain names from a store, which may
// come from anywhere. bash inserts them as they are, so this program quotes them; zsh and fish quote by themselves.
constexpr const char* kBash =
    R"(# latewood completion for bash: source it, or put it where bash-completion finds it.
_latewood() {
  local way
  COMPREPLY=()
  while IFS= read -r way; do
    COMPREPLY+=("$way")
  done < <(latewood completion --candidates --shell bash --breaks "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -o default -F _latewood latewood
)";

constexpr const char* kZsh =
    R"(#compdef latewood
# latewood completion for zsh: put it in a folder of $fpath as _latewood.
_latewood() {
  local -a ways
  ways=("${(@f)$(latewood completion --candidates --shell zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  if [[ -n "${ways[1]}" ]]; then compadd -- "${ways[@]}"; else _files; fi
}
# Loaded by the first completion it is to answer that one; read by a start-up file, it only says whose it is.
if [[ "${funcstack[1]}" == _latewood ]]; then _latewood "$@"; else compdef _latewood latewood; fi
)";

constexpr const char* kFish =
    R"(# latewood completion for fish: put it in ~/.config/fish/completions.
function __latewood_candidates
  set -l words (commandline -opc)
  set -l last (string unescape -- (commandline -ct) 2>/dev/null)
  latewood completion --candidates --shell fish -- $words[2..-1] "$last" 2>/dev/null
end
complete -c latewood -a '(__latewood_candidates)'
)";

struct CompletionRequest {
  std::string shell;
  bool ask = false;
  std::string asking;  // the shell that asks; empty: an old script of bash or zsh
  std::string breaks;  // characters after which bash replaces the word
  std::vector<std::string> words;
  std::string man;
  bool json = false;
};

int print_script(const std::string& shell, bool json) {
  const char* script = shell == "zsh" ? kZsh : shell == "fish" ? kFish : kBash;
  if (json) {
    print_json(make_object({{"script", script}, {"shell", shell}}));
  } else {
    std::cout << script;
  }
  return finish_output();
}

void print_ways(const std::vector<std::string>& ways) {
  for (const std::string& way : ways) std::cout << way << '\n';
}

// One word per line, so a name with a line feed is not offered.
std::vector<std::string> offered(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> ways = candidates(app, words);
  std::erase_if(ways, [](const std::string& way) { return !is_printable(way); });
  return ways;
}

int print_candidates(const CLI::App& app, const CompletionRequest& request) {
  if (request.json) {
    print_json(json_of(candidates(app, request.words)));
  } else if (request.asking == "bash") {
    const std::string line = request.words.empty() ? std::string() : request.words.front();
    print_ways(bash_ways(line, request.breaks, [&app](const auto& words) { return offered(app, words); }));
  } else if (!request.asking.empty()) {
    print_ways(offered(app, request.words));
  } else {
    std::vector<std::string> ways = offered(app, request.words);
    for (std::string& way : ways) way = quoted_for_bash(way);
    print_ways(ways);
  }
  return finish_output();
}

int write_page(const CLI::App& app, const std::string& folder) {
  const std::string path = folder + "/" + man_name(app) + ".1";
  const auto written = save_output(path, [&app](const ByteSink& sink) { return sink(man_page(app)); });
  if (!written) return report(written.error(), path);
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (const int failed = write_page(*verb, folder); failed != kSuccess) return failed;
  }
  return kSuccess;
}

}  // namespace

void add_completion_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "completion", "print a completion script for a shell, or write man pages",
                            "completion bash > ~/.local/share/bash-completion/completions/latewood\n"
                            "completion zsh > ~/.zfunc/_latewood\n"
                            "completion fish > ~/.config/fish/completions/latewood.fish\n"
                            "completion --man ~/.local/share/man/man1");
  const auto request = std::make_shared<CompletionRequest>();
  CLI::Option* ask = verb.add_flag("--candidates", request->ask, "print completions for the words after --");
  verb.add_option("--shell", request->asking,
                  "with --candidates, the shell that asks; bash passes its line up to the cursor")
      ->type_name("SHELL")
      ->check(one_of({"bash", "zsh", "fish"}))
      ->needs(ask);
  verb.add_option("--breaks", request->breaks, "with --shell bash, its COMP_WORDBREAKS")
      ->type_name("CHARS")
      ->needs(ask);
  verb.add_option("--man", request->man, "write man pages to this folder, one per verb")
      ->type_name("DIR")
      ->excludes(ask);
  verb.add_option("SHELL", request->words, "bash, zsh or fish; with --candidates, the words so far")->type_name("");
  add_json_flag(verb, request->json);
  verb.callback([request, &app, &exit_code] {
    if (request->ask) {
      exit_code = print_candidates(app, *request);
      return;
    }
    if (!request->man.empty()) {
      if (!request->words.empty()) throw CLI::ValidationError("SHELL", "--man takes no shell");
      exit_code = write_page(app, request->man);
      if (exit_code == kSuccess && request->json) print_json(make_object({{"folder", request->man}}));
      return;
    }
    const bool is_shell = request->words.size() == 1 &&
                          (request->words[0] == "bash" || request->words[0] == "zsh" || request->words[0] == "fish");
    if (!is_shell) throw CLI::ValidationError("SHELL", "must be bash, zsh or fish");
    exit_code = print_script(request->words[0], request->json);
  });
}

}  // namespace latewood::cli
