// Code that all examples use: a check that ends the program after a failure, and a context that gives the same bytes in
// every run.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "latewood/context.h"

// The value, or the end of the example with a message.
template <class T>
T must(latewood::Result<T> result) {
  if (!result) {
    std::cerr << "error[" << name_of(result.error()) << "]: " << result.error().message << '\n';
    std::exit(1);
  }
  return *std::move(result);
}

inline void must(const latewood::Result<void>& result) {
  if (result) return;
  std::cerr << "error[" << name_of(result.error()) << "]: " << result.error().message << '\n';
  std::exit(1);
}

// Ends the example if what it shows is not so; the tests run every example.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << '\n';
  std::exit(1);
}

inline latewood::Component text_block(const std::string& role, const std::string& text) {
  return {.role = role, .kind = "text", .content = text};
}

// Two runs of an example print the same, since time is counted and not measured.
inline latewood::Context open_context() {
  return latewood::Context({.clock = latewood::make_logical_clock(), .actor = "example"});
}
