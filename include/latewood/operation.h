// The table of operations that every door offers (the command line's `--json` and `call`, MCP, HTTP, the bindings).
//
//   for (const Operation& operation : list_operations()) std::cout << operation.name << ": " << operation.summary <<
//   '\n';
//
// An operation takes one JSON object and gives one JSON value. Both have a JSON Schema (2020-12). The same arguments
// give the same bytes through every door. docs/operations.md lists them all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"

namespace latewood {

// The right that a caller needs.
enum class Scope : std::uint8_t {
  Read,   // changes nothing
  Write,  // edits and commits of contexts
  Admin,  // changes or removes what a store keeps: collection, erasure, deletion of contexts
};

// "read", "write", "admin".
std::string_view to_string(Scope scope);

struct Operation {
  std::string name;  // "select"
  Scope scope = Scope::Read;
  std::string summary;              // one sentence
  std::string arguments;            // JSON Schema
  std::string result;               // JSON Schema
  std::string example;              // a JSON object of arguments
  std::vector<std::string> errors;  // stable codes it can give, besides those of every operation; sorted
  // The member of the result that the command line prints as lines under `--json`; empty: the result is one line.
  std::string lines;
};

// Every operation, in the order of the documents. Made at each call: keep it.
std::vector<Operation> list_operations();

// NotFound (E_OPERATION_UNKNOWN) with the nearest name if there is none of that name.
Result<Operation> find_operation(std::string_view name);

// All operations: {"operations":[{"arguments","errors","example","name","result","scope","summary"}..]}.
std::string operations_json();
// One operation: an element of that list.
std::string operation_json(const Operation& operation);

// {"error":{"code","hint","kind","message","place","rule"}}: how every door gives an error. `code` is the stable name
// (`name_of`), `kind` the class (`to_string(Code)`), `rule` the broken rule or null, `place` {"length","offset"} or
// null, `hint` what the caller can do next or null.
std::string error_json(const Error& error);

}  // namespace latewood
