#include "cli/usage/man_page.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "cli/usage/verb.h"
#include "latewood/version.h"

namespace latewood::cli {
namespace {

// The text with everything escaped that troff would interpret.
std::string roff_escaped(std::string_view text) {
  std::string out;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string full_name(const CLI::App& app, const std::string& between) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name(*parent, between) + between + app.get_name();
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string usage(const CLI::App& app) {
  std::string line = full_name(app, " ") + " [OPTIONS]";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = option->get_name(true);
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return verbs_of(app).empty() ? line : line + " VERB";
}

void append_options(std::string& page, const CLI::App& app, bool positional) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() != positional) continue;
    page += ".TP\n.B " + roff_escaped(option->get_name(positional, true));
    if (!positional && !option->get_type_name().empty()) page += " " + roff_escaped(option->get_type_name());
    page += "\n" + roff_escaped(option->get_description());
    if (!option->get_envname().empty()) page += "; environment: " + roff_escaped(option->get_envname());
    page += "\n";
  }
}

void append_examples(std::string& page, const CLI::App& app) {
  if (app.get_footer().empty()) return;
  page += ".SH EXAMPLES\n.nf\n";
  std::istringstream lines(app.get_footer());
  for (std::string line; std::getline(lines, line);) page += roff_escaped(line) + "\n";
  page += ".fi\n";
}

}  // namespace

std::string man_name(const CLI::App& app) { return full_name(app, "-"); }

std::string man_page(const CLI::App& app) {
  std::string page = ".TH " + roff_escaped(man_name(app)) + " 1 \"\" \"latewood " + std::string(kVersion) + "\"\n";
  page += ".SH NAME\n" + roff_escaped(man_name(app)) + " \\- " + roff_escaped(one_line(app.get_description())) + "\n";
  page += ".SH SYNOPSIS\n" + roff_escaped(usage(app)) + "\n";
  append_examples(page, app);
  page += ".SH OPTIONS\n";
  append_options(page, app, true);
  append_options(page, app, false);
  if (!verbs_of(app).empty()) page += ".SH VERBS\n";
  for (const CLI::App* verb : verbs_of(app)) {
    page += ".TP\n.B " + roff_escaped(verb->get_name()) + "\n" + roff_escaped(one_line(verb->get_description())) + "\n";
  }
  page += ".SH EXIT STATUS\n0: success. 1: the input or the store is at fault. 2: the command line is wrong.\n";
  return page;
}

}  // namespace latewood::cli
