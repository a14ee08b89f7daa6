#include "operations/table/schema.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::operations {

namespace {

Schema of_kind(Schema::Kind kind, std::string description = {}) {
  Schema schema;
  schema.kind = kind;
  schema.description = std::move(description);
  return schema;
}

}  // namespace

Schema anything(std::string description) { return of_kind(Schema::Kind::Any, std::move(description)); }

Schema null() { return of_kind(Schema::Kind::Null); }

Schema boolean(std::string description) { return of_kind(Schema::Kind::Boolean, std::move(description)); }

Schema integer(std::string description, std::optional<std::int64_t> minimum, std::optional<std::int64_t> maximum) {
  Schema schema = of_kind(Schema::Kind::Integer, std::move(description));
  schema.minimum = minimum;
  schema.maximum = maximum;
  return schema;
}

Schema number(std::string description) { return of_kind(Schema::Kind::Number, std::move(description)); }

Schema text(std::string description) { return of_kind(Schema::Kind::Text, std::move(description)); }

Schema word(std::vector<std::string> words, std::string description) {
  Schema schema = of_kind(Schema::Kind::Text, std::move(description));
  schema.words = std::move(words);
  return schema;
}

Schema list(Schema items, std::string description) {
  Schema schema = of_kind(Schema::Kind::Array, std::move(description));
  schema.items = std::make_shared<const Schema>(std::move(items));
  return schema;
}

Schema object(std::vector<Member> members, std::string description) {
  Schema schema = of_kind(Schema::Kind::Object, std::move(description));
  schema.members = std::move(members);
  return schema;
}

Schema map_of(Schema values, std::string description) {
  Schema schema = of_kind(Schema::Kind::Object, std::move(description));
  schema.items = std::make_shared<const Schema>(std::move(values));
  return schema;
}

Schema any_of(std::vector<Schema> choices, std::string description) {
  Schema schema = of_kind(Schema::Kind::AnyOf, std::move(description));
  schema.choices = std::move(choices);
  return schema;
}

Schema nullable(Schema schema) {
  std::string description = std::exchange(schema.description, {});
  return any_of({std::move(schema), null()}, std::move(description));
}

Member required(std::string name, Schema schema) { return {std::move(name), std::move(schema), true}; }

Member optional(std::string name, Schema schema) { return {std::move(name), std::move(schema), false}; }

std::vector<Member> joined(std::vector<std::vector<Member>> lists) {
  std::vector<Member> all;
  for (std::vector<Member>& one : lists) {
    for (Member& member : one) all.push_back(std::move(member));
  }
  return all;
}

// ---- as JSON ----

namespace {

JsonValue texts(const std::vector<std::string>& words) { return JsonValue::Array(words.begin(), words.end()); }

void add_object(const Schema& schema, std::vector<JsonMember>& out) {
  out.push_back({"type", "object"});
  if (schema.items) {
    out.push_back({"additionalProperties", schema_json(*schema.items)});
    return;
  }
  std::vector<JsonMember> properties;
  std::vector<std::string> needed;
  for (const Member& member : schema.members) {
    properties.push_back({member.name, schema_json(member.schema)});
    if (member.is_required) needed.push_back(member.name);
  }
  out.push_back({"properties", make_object(std::move(properties))});
  if (!needed.empty()) out.push_back({"required", texts(needed)});
  out.push_back({"additionalProperties", JsonValue(false)});
}

void add_integer(const Schema& schema, std::vector<JsonMember>& out) {
  out.push_back({"type", "integer"});
  if (schema.minimum) out.push_back({"minimum", JsonValue(*schema.minimum)});
  if (schema.maximum) out.push_back({"maximum", JsonValue(*schema.maximum)});
}

void add_choices(const Schema& schema, std::vector<JsonMember>& out) {
  JsonValue::Array choices;
  for (const Schema& choice : schema.choices) choices.push_back(schema_json(choice));
  out.push_back({"anyOf", std::move(choices)});
}

}  // namespace

JsonValue schema_json(const Schema& schema) {
  std::vector<JsonMember> out;
  if (!schema.description.empty()) out.push_back({"description", schema.description});
  switch (schema.kind) {
    case Schema::Kind::Any: break;
    case Schema::Kind::Null: out.push_back({"type", "null"}); break;
    case Schema::Kind::Boolean: out.push_back({"type", "boolean"}); break;
    case Schema::Kind::Integer: add_integer(schema, out); break;
    case Schema::Kind::Number: out.push_back({"type", "number"}); break;
    case Schema::Kind::Text:
      out.push_back({"type", "string"});
      if (!schema.words.empty()) out.push_back({"enum", texts(schema.words)});
      break;
    case Schema::Kind::Array:
      out.push_back({"type", "array"});
      out.push_back({"items", schema_json(*schema.items)});
      break;
    case Schema::Kind::Object: add_object(schema, out); break;
    case Schema::Kind::AnyOf: add_choices(schema, out); break;
  }
  return make_object(std::move(out));
}

// ---- checking ----

namespace {

// The way to a value: a chain of names that live on the stack of the check.
struct Way {
  const Way* before = nullptr;
  std::string_view name = {};
  std::size_t index = 0;

  std::string pointer() const {
    if (before == nullptr) return {};
    std::string text = before->pointer() + "/";
    if (name.data() == nullptr) return text + std::to_string(index);
    for (const char c : name) {
      if (c == '~') {
        text += "~0";
      } else if (c == '/') {
        text += "~1";
      } else {
        text += c;
      }
    }
    return text;
  }
};

Error misfit(const Way& way, const std::string& message) {
  const std::string pointer = way.pointer();
  Error error = broken(kArgumentInvalid, pointer.empty() ? message : pointer + ": " + message);
  return error;
}

const char* name_of(Schema::Kind kind) {
  switch (kind) {
    case Schema::Kind::Any: return "a value";
    case Schema::Kind::Null: return "null";
    case Schema::Kind::Boolean: return "true or false";
    case Schema::Kind::Integer: return "an integer";
    case Schema::Kind::Number: return "a number";
    case Schema::Kind::Text: return "a text";
    case Schema::Kind::Array: return "an array";
    case Schema::Kind::Object: return "an object";
    case Schema::Kind::AnyOf: return "another value";
  }
  return "a value";
}

Schema::Kind kind_of(const JsonValue& value) {
  if (value.is_null()) return Schema::Kind::Null;
  if (value.as_bool() != nullptr) return Schema::Kind::Boolean;
  if (value.as_integer() != nullptr || value.as_big_integer() != nullptr) return Schema::Kind::Integer;
  if (value.as_double() != nullptr) return Schema::Kind::Number;
  if (value.as_string() != nullptr) return Schema::Kind::Text;
  return value.as_array() != nullptr ? Schema::Kind::Array : Schema::Kind::Object;
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& one : words) all += (all.empty() ? "" : ", ") + one;
  return all;
}

Result<void> check_at(const Schema& schema, const JsonValue& value, const Way& way);

Result<void> check_integer(const Schema& schema, const JsonValue& value, const Way& way) {
  const std::int64_t* integer = value.as_integer();
  if (integer == nullptr) return misfit(way, "the integer does not fit into 64 bits");
  if (schema.minimum && *integer < *schema.minimum) {
    return misfit(way, std::to_string(*integer) + " is below " + std::to_string(*schema.minimum));
  }
  if (schema.maximum && *integer > *schema.maximum) {
    return misfit(way, std::to_string(*integer) + " is above " + std::to_string(*schema.maximum));
  }
  return {};
}

Result<void> check_text(const Schema& schema, const JsonValue& value, const Way& way) {
  const std::string& given = *value.as_string();
  const bool fits =
      schema.words.empty() || std::find(schema.words.begin(), schema.words.end(), given) != schema.words.end();
  if (fits) return {};
  return misfit(way, "'" + given.substr(0, 40) + "' is not one of " + joined_words(schema.words));
}

Result<void> check_array(const Schema& schema, const JsonValue& value, const Way& way) {
  const JsonValue::Array& items = *value.as_array();
  for (std::size_t i = 0; i < items.size(); ++i) LW_TRY(check_at(*schema.items, items[i], {&way, {}, i}));
  return {};
}

const Member* find_member(const Schema& schema, std::string_view name) {
  const auto found = std::find_if(schema.members.begin(), schema.members.end(),
                                  [name](const Member& member) { return member.name == name; });
  return found == schema.members.end() ? nullptr : &*found;
}

Error unknown_member(const Schema& schema, std::string_view name, const Way& way) {
  std::vector<std::string> known;
  for (const Member& member : schema.members) known.push_back(member.name);
  return misfit(way, known.empty() ? "no members are expected"
                                   : "there is no member '" + std::string(name.substr(0, 40)) +
                                         "'; known: " + joined_words(known));
}

Result<void> check_object(const Schema& schema, const JsonValue& value, const Way& way) {
  for (const JsonMember& member : *value.as_object()) {
    const Member* known = schema.items ? nullptr : find_member(schema, member.key);
    if (!schema.items && known == nullptr) return unknown_member(schema, member.key, way);
    LW_TRY(check_at(schema.items ? *schema.items : known->schema, member.value, {&way, member.key, 0}));
  }
  for (const Member& member : schema.members) {
    if (member.is_required && value.find(member.name) == nullptr) {
      return misfit(way, "the member '" + member.name + "' is missing");
    }
  }
  return {};
}

// The error of the only choice that the kind of value fits, so that a fault deep in an object is named.
Result<void> check_choices(const Schema& schema, const JsonValue& value, const Way& way) {
  std::optional<Error> nearest;
  std::string kinds;
  for (const Schema& choice : schema.choices) {
    auto fits = check_at(choice, value, way);
    if (fits) return {};
    if (choice.kind == kind_of(value)) nearest = std::move(fits).error();
    kinds += (kinds.empty() ? "" : " or ") + std::string(name_of(choice.kind));
  }
  if (nearest) return *std::move(nearest);
  return misfit(way, kinds + " expected, found " + name_of(kind_of(value)));
}

Result<void> check_at(const Schema& schema, const JsonValue& value, const Way& way) {
  if (schema.kind == Schema::Kind::Any) return {};
  if (schema.kind == Schema::Kind::AnyOf) return check_choices(schema, value, way);
  const Schema::Kind found = kind_of(value);
  const bool is_whole_number = schema.kind == Schema::Kind::Number && found == Schema::Kind::Integer;
  if (found != schema.kind && !is_whole_number) {
    return misfit(way, std::string(name_of(schema.kind)) + " expected, found " + name_of(found));
  }
  switch (schema.kind) {
    case Schema::Kind::Integer: return check_integer(schema, value, way);
    case Schema::Kind::Text: return check_text(schema, value, way);
    case Schema::Kind::Array: return check_array(schema, value, way);
    case Schema::Kind::Object: return check_object(schema, value, way);
    default: return {};
  }
}

}  // namespace

Result<void> check(const Schema& schema, const JsonValue& value) { return check_at(schema, value, {}); }

}  // namespace latewood::operations
