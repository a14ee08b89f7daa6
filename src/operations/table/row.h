// One operation of the table: how it is described and what runs it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/json_value.h"
#include "latewood/operation.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

class SessionState;

// The context that an edit changes, and where it lies. A document has no repository: then there are no edits.
struct EditCallPlace {
  Context& context;
  Repository& repository;
  const std::string& name;  // the name of the context
  const std::string& branch;
  const SessionOptions& options;
};

struct Row {
  std::string_view name;
  Scope scope = Scope::Read;
  std::string_view summary;
  // Made once; they are members of the schema's object.
  const Schema& (*arguments)() = nullptr;
  const Schema& (*result)() = nullptr;
  std::string_view example;
  std::vector<std::string_view> errors = {};
  std::string_view lines = {};
  bool joins_apply = false;  // whether it may be one of the edits of `apply`

  // Exactly one of the two. `edit` changes the working state or the head of one branch: it is run in a context that is
  // open for writing, repeated if another writer was first, and may be part of `apply`.
  Result<JsonValue> (*edit)(const EditCallPlace& place, const Arguments& arguments) = nullptr;
  Result<std::string> (*run)(SessionState& session, const Arguments& arguments) = nullptr;
};

}  // namespace latewood::operations
