// JSON Schemas (2020-12) as values: what an operation takes and what it gives. One value serves the check of arguments,
// the printed schema, and the tests of results.
//
//   const Schema schema = object({required("id", text("the id of a node")), optional("ttl", integer("..."))});
//   LW_TRY(check(schema, value));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::operations {

struct Member;

struct Schema {
  enum class Kind : std::uint8_t { Any, Null, Boolean, Integer, Number, Text, Array, Object, AnyOf };

  Kind kind = Kind::Any;
  std::string description = {};
  std::vector<std::string> words = {};  // for a text: the allowed values; empty: any text
  std::optional<std::int64_t> minimum = {};
  std::optional<std::int64_t> maximum = {};
  std::shared_ptr<const Schema> items = {};  // array: the items; object with free member names: the values
  std::vector<Member> members;               // for an object; no initialiser: clang would need a whole Member here
  std::vector<Schema> choices = {};          // for AnyOf
};

struct Member {
  std::string name;
  Schema schema;
  bool is_required = false;
};

// ---- making schemas ----

Schema anything(std::string description = {});
Schema null();
Schema boolean(std::string description = {});
Schema integer(std::string description = {}, std::optional<std::int64_t> minimum = {},
               std::optional<std::int64_t> maximum = {});
Schema number(std::string description = {});
Schema text(std::string description = {});
// A text that is one of `words`.
Schema word(std::vector<std::string> words, std::string description = {});
Schema list(Schema items, std::string description = {});
// An object with these members only.
Schema object(std::vector<Member> members, std::string description = {});
// An object with any member names.
Schema map_of(Schema values, std::string description = {});
Schema any_of(std::vector<Schema> choices, std::string description = {});
// The schema, or null.
Schema nullable(Schema schema);

Member required(std::string name, Schema schema);
Member optional(std::string name, Schema schema);

// The members of all lists, in order: for groups of arguments that many operations take.
std::vector<Member> joined(std::vector<std::vector<Member>> lists);

// ---- using them ----

// The schema as JSON.
JsonValue schema_json(const Schema& schema);

// E_ARGUMENT_INVALID with the JSON pointer of the first value that does not fit.
Result<void> check(const Schema& schema, const JsonValue& value);

}  // namespace latewood::operations
