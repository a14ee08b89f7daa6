#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/output.h"
#include "cli/open/where.h"
#include "cli/terminal/exact_output.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/documents/view_answers.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "web/single_file.h"

namespace latewood::cli {
namespace {

struct ViewRequest {
  Where where;
  std::string range;
  std::string path;
  std::optional<std::string> profile;
  bool no_content = false;
  bool force = false;
  bool json = false;
};

Result<void> refuse_existing_page(const ViewRequest& request) {
  std::error_code ignored;
  if (request.force || !std::filesystem::is_regular_file(request.path, ignored)) return {};
  return Error{Code::Conflict, "the file exists; use --force to overwrite it", std::string(errors::kConflict), {}};
}

Result<void> write_page(const std::string& path, const std::string& page) {
  if (path == "-") return write_to_output(page);
  return save_output(path, [&page](const ByteSink& sink) { return sink(page); });
}

void tell(const ViewRequest& request, const ViewAnswers& answers) {
  if (answers.commits < answers.total && request.range.empty()) {
    std::cerr << "note: the file holds the newest " << answers.commits << " of " << answers.total
              << " commits; a range such as @t-500..@t-300 chooses other ones\n";
  }
  if (request.path == "-") return;
  if (request.json) {
    std::cout << json_text_of(make_object({{"commits", static_cast<std::int64_t>(answers.commits)},
                                           {"content", !request.no_content},
                                           {"path", request.path},
                                           {"total", static_cast<std::int64_t>(answers.total)}}))
              << '\n';
    return;
  }
  std::cout << printable(request.path) << ": " << answers.commits << (answers.commits == 1 ? " commit" : " commits")
            << (request.no_content ? ", without contents" : "") << "; open it in a browser\n";
}

int run_view(const ViewRequest& request) {
  const auto fail = [&request](const Error& error, std::string_view subject = {}) {
    return request.json ? report_json(error, subject) : report(error, subject);
  };
  if (auto free = refuse_existing_page(request); !free) return fail(free.error(), name_of_input(request.path));
  auto caller = Caller::open(request.where, Scope::Read);
  if (!caller) return fail(caller.error());
  const auto context = context_in_use(*caller);
  if (!context) return fail(context.error());
  const ViewedHistory viewed = {
      .context = *context, .profile = request.profile, .range = request.range, .content = !request.no_content};
  const auto answers = [&] {
    const ProgressLine line("view");
    return view_answers(*caller, viewed, [&line] { return line.check(); });
  }();
  if (!answers) return fail(answers.error());
  const auto written = write_page(request.path, web::single_file(answers->json));
  if (!written) return fail(written.error(), name_of_input(request.path));
  tell(request, *answers);
  return finish_output();
}

}  // namespace

void add_view_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "view", "write the inspector with a history in it: one HTML file",
                            "view -o history.html\nview @t-20..@t0 -o history.html --profile anthropic\n"
                            "view --context planner -o sizes.html --no-content");
  const auto request = std::make_shared<ViewRequest>();
  verb.add_option("RANGE", request->range,
                  "the moments to show: @c5..@t0, or one; default: all branches, the newest 200 commits")
      ->type_name("");
  verb.add_option("-o,--output", request->path, "the file to write; - is standard output")
      ->type_name("FILE")
      ->required();
  verb.add_option("--profile", request->profile, "show requests of this profile; default: the canonical thread")
      ->type_name("P");
  verb.add_flag("--no-content", request->no_content, "leave out contents and attributes: sizes, ids and reasons only");
  verb.add_flag("--force", request->force, "overwrite an existing file");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_view(*request); });
}

}  // namespace latewood::cli
