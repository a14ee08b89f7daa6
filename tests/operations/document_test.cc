// docs/operations.md is the table of operations in words. LATEWOOD_RECORD=1 writes it anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "operations/table/schema.h"
#include "operations/table/table.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

using operations::Member;
using operations::Row;
using operations::Schema;

constexpr std::size_t kColumns = 110;

std::string kind_text(const Schema& schema) {
  switch (schema.kind) {
    case Schema::Kind::Any: return "any";
    case Schema::Kind::Null: return "null";
    case Schema::Kind::Boolean: return "boolean";
    case Schema::Kind::Integer: return "integer";
    case Schema::Kind::Number: return "number";
    case Schema::Kind::Text: return "text";
    case Schema::Kind::Array: return "array of " + kind_text(*schema.items);
    case Schema::Kind::Object: return "object";
    case Schema::Kind::AnyOf: break;
  }
  std::string all;
  for (const Schema& choice : schema.choices) {
    const std::string one = kind_text(choice);
    if (all.find(one) == std::string::npos) all += (all.empty() ? "" : " or ") + one;
  }
  return all;
}

std::string words_text(const Schema& schema) {
  std::string all;
  for (const std::string& word : schema.words) all += (all.empty() ? "" : ", ") + ("`" + word + "`");
  return all;
}

std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

void add_members(std::string& out, const std::vector<Member>& members) {
  out += "| Member | Type | Meaning |\n| --- | --- | --- |\n";
  for (const Member& member : members) {
    std::string meaning = member.schema.description;
    if (const std::string words = words_text(member.schema); !words.empty()) {
      meaning += (meaning.empty() ? "" : ". ") + ("One of " + words);
    }
    const std::string name = "`" + member.name + "`" + (member.is_required ? "" : " (optional)");
    out += "| " + name + " | " + kind_text(member.schema) + " | " + cell(meaning) + " |\n";
  }
  out += "\n";
}

void add_result(std::string& out, const Schema& result) {
  if (result.kind != Schema::Kind::Object || result.items) {
    out += "Result: " + kind_text(result) + (result.description.empty() ? "" : "; " + result.description) + ".\n\n";
    for (const Schema& choice : result.choices) {
      if (!choice.description.empty()) out += "- " + kind_text(choice) + ": " + choice.description + "\n";
    }
    if (!result.choices.empty()) out += "\n";
    return;
  }
  out += "Result:\n\n";
  add_members(out, result.members);
}

void add_row(std::string& out, const Row& row) {
  out += "## " + std::string(row.name) + "\n\n" + std::string(row.summary) +
         "\nScope: " + std::string(to_string(row.scope)) + ".";
  if (row.joins_apply) out += "\nMay be one of the edits of `apply`.";
  out += "\n\n    latewood call " + std::string(row.name) + " '" + std::string(row.example) + "'\n\n";
  const std::vector<Member>& arguments = row.arguments().members;
  if (arguments.empty()) {
    out += "No arguments.\n\n";
  } else {
    out += "Arguments:\n\n";
    add_members(out, arguments);
  }
  add_result(out, row.result());
  if (row.errors.empty()) return;
  std::string line = "Errors:";
  for (const std::string_view error : row.errors) {
    const std::string word = " `" + std::string(error) + "`" + (error == row.errors.back() ? "." : ",");
    if (line.size() + word.size() > kColumns) {
      out += line + "\n";
      line = word.substr(1);
    } else {
      line += word;
    }
  }
  out += line + "\n\n";
}

std::string document() {
  std::string out =
      "# Operations\n\n"
      "This page is generated from the table of operations (`make record` writes it). Every door offers these\n"
      "operations with the same arguments and gives the same JSON: `latewood call`, the `--json` of the command line,\n"
      "[MCP](mcp.md), and programs through `include/latewood/session.h`. `latewood schema` prints the JSON Schemas.\n\n"
      "Arguments are one JSON object. Unknown members are refused (`E_ARGUMENT_INVALID`, with the JSON pointer of the\n"
      "fault). Times are nanoseconds as texts of digits, because JavaScript rounds large numbers. A list result is an\n"
      "object with the list; on the command line `--json` prints one line for each of its elements.\n\n"
      "An error is `{\"error\":{\"code\",\"hint\",\"kind\",\"message\",\"place\",\"rule\"}}`: `code` is the stable "
      "name, `kind`\n"
      "the class, `place` the bytes of the input at fault, `hint` the next step. [errors.md](errors.md) lists the "
      "codes.\n"
      "Besides the codes named below, every operation can give `E_ARGUMENT_INVALID`, `E_SCOPE`, "
      "`E_CONTEXT_NOT_FOUND`,\n"
      "`E_BRANCH_NOT_FOUND`, and the failures of a store. An edit or a commit without `expected_parent` that meets\n"
      "another writer is repeated within the call; with `expected_parent` it gets `E_CONFLICT`.\n\n";
  for (const Row* row : operations::table()) add_row(out, *row);
  out.pop_back();
  return out;
}

TEST(OperationDocument, IsTheTableInWords) {
  const auto path = source_root() / "docs/operations.md";
  const std::string expected = document();
  if (std::getenv("LATEWOOD_RECORD") != nullptr) std::ofstream(path) << expected;
  EXPECT_EQ(read_file(path), expected) << "make record writes docs/operations.md anew";
}

}  // namespace
}  // namespace latewood::test
