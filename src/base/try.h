// The two error macros: the only macros of the project.
#pragma once

#include "latewood/result.h"

// Returns the error of `expression` from the enclosing function, if it has one.
#define LW_TRY(expression)                                       \
  do {                                                           \
    auto lw_try_result = (expression);                           \
    if (!lw_try_result) return std::move(lw_try_result).error(); \
  } while (false)

// Declares `declaration` with the value of `expression`, or returns its error.
#define LW_TRY_ASSIGN(declaration, expression) LW_TRY_ASSIGN_AT(declaration, expression, __LINE__)
#define LW_TRY_ASSIGN_AT(declaration, expression, line) LW_TRY_ASSIGN_NAMED(declaration, expression, line)
#define LW_TRY_ASSIGN_NAMED(declaration, expression, line)           \
  auto lw_result_##line = (expression);                              \
  if (!lw_result_##line) return std::move(lw_result_##line).error(); \
  declaration = *std::move(lw_result_##line)
