#include "cli/verbs/documents/bundle_file.h"

#include <filesystem>
#include <functional>
#include <iostream>
#include <string_view>

#include "cli/open/history.h"
#include "cli/open/input.h"
#include "cli/open/output.h"
#include "cli/terminal/exact_output.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/report.h"
#include "cli/terminal/terminal.h"
#include "latewood/bundle.h"
#include "latewood/context_bundle.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

const Error kBundleOnTerminal = {
    Code::InvalidArgument, "a bundle is binary: write it to a file or a pipe, not to the terminal", {}, {}};

using Write = std::function<Result<void>(const ByteSink& sink)>;

// Writing to a pipe or a device overwrites nothing.
Result<void> refuse_existing(const BundleFile& file) {
  std::error_code ignored;
  if (file.force || !std::filesystem::is_regular_file(file.path, ignored)) return {};
  return Error{Code::Conflict, "the file exists; use --force to overwrite it", std::string(errors::kConflict), {}};
}

// Ctrl-C leaves no incomplete file.
Result<void> write_bundle_file(const BundleFile& file, const Write& write) {
  if (file.path == "-") {
    return write(write_to_output);
  }
  const ProgressLine line("export");
  return save_output(file.path, [&](const ByteSink& sink) {
    return write([&](std::string_view piece) {
      const auto going = line.check();
      return going ? sink(piece) : going;
    });
  });
}

int finish_bundle(const Result<void>& written, const BundleFile& file) {
  return written ? finish_output() : report(written.error(), name_of_input(file.path));
}

int write_context(Where& where, const BundleFile& file) {
  return with_repository(where, StoreUse::Read, [&](Repository& repository) {
    const auto write = [&](const ByteSink& sink) { return export_context(repository, where.context, {}, sink); };
    auto written = write_bundle_file(file, write);
    if (!written && written.error().rule == errors::kContextNotFound) {
      return report(with_nearest_name(repository, where, written.error()));
    }
    return finish_bundle(written, file);
  });
}

// If the first snapshots of the branch were collected, writes the part that the store still has.
Result<void> write_line(Where where, const BundleFile& file, const Context& context) {
  auto written = write_bundle_file(file, [&](const ByteSink& sink) { return export_bundle(context, sink); });
  const bool is_shortened = !written && written.error().rule == errors::kSnapshotCollected;
  if (!is_shortened || !where.at.empty() || !where.file.empty()) return written;
  auto repository = open_repository(where, StoreUse::Read);
  if (!repository) return repository.error();
  if (const auto settled = settle(*repository, where); !settled) return settled.error();
  const auto branch = branch_name(*repository, where);
  if (!branch) return branch.error();
  return write_bundle_file(file, [&](const ByteSink& sink) {
    return export_context(*repository, where.context, {.branch = *branch}, sink);
  });
}

}  // namespace

int write_bundle(Where where, const BundleFile& file) {
  if (file.path == "-" && is_terminal(Stream::Output)) return report(kBundleOnTerminal);
  const bool names_a_part = !where.branch.empty() || !where.at.empty() || !where.file.empty();
  if (file.all && names_a_part) {
    return report({Code::InvalidArgument,
                   "--all exports every branch of a context of the store: leave out --branch, --at and --file",
                   std::string(errors::kOptionInvalid),
                   {}});
  }
  if (auto free = refuse_existing(file); !free) return report(free.error(), name_of_input(file.path));
  if (file.all) return write_context(where, file);
  return with_history(
      where, [&](const History& history) { return finish_bundle(write_line(where, file, history.context()), file); });
}

}  // namespace latewood::cli
