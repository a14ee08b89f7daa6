// The arguments of an operation from the parts of a request: its address, its query, its body and its preconditions.
#pragma once

#include <string>
#include <string_view>

#include "latewood/operation.h"
#include "latewood/result.h"
#include "server/http/request.h"

namespace latewood::server {

// JSON members by name, in the order in which they are added.
class ArgumentsText {
 public:
  void add_text(std::string_view name, std::string_view value);
  void add_json(std::string_view name, std::string_view json);
  // A value of the query, written as the type that the operation's schema has for the argument: `limit=3` is a number,
  // `working=true` a boolean, `nodes=a` a text. Repeated names give a list. Unknown names stay texts, which the
  // operation refuses.
  void add_query(const Operation& operation, const Target& target);
  // The members of a JSON object. E_ARGUMENT_INVALID if the text is no object. A member that is there already is given
  // twice, which the operation refuses.
  Result<void> add_object(const std::string& json);
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

// "expected_parent" from `If-Match: "COMMIT ID"` or `If-None-Match: *`; nothing without them. E_REQUEST_INVALID for
// another form.
Result<void> add_expected_parent(const Request& request, ArgumentsText& arguments);
bool has_precondition(const Request& request);

}  // namespace latewood::server
