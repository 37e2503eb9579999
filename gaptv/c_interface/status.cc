// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/status.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"

namespace gaptv::c_interface {
namespace {

// So short that a std::string keeps it without asking for memory.
constexpr const char* no_memory = "out of memory";

std::string& message() {
  thread_local std::string text;
  return text;
}

gaptv_status keep(gaptv_status status, std::string text) {
  message() = std::move(text);
  return status;
}

std::string render_for_c(const char* text) {
  return render_mentions(text, {.option = [](const std::string& name, const std::string& value) -> std::string {
                                  return value.empty() ? name : name + "=" + value;
                                },
                                .row = [](std::size_t row) { return "index " + std::to_string(row); }});
}

gaptv_status describe_exception() {
  try {
    throw;
  } catch (const InvalidInput& error) {
    return keep(GAPTV_REFUSED, render_for_c(error.what()));
  } catch (const Interrupted& error) {
    return keep(GAPTV_INTERRUPTED, error.what());
  } catch (const std::bad_alloc&) {
    return keep(GAPTV_OUT_OF_MEMORY, no_memory);
  } catch (const std::length_error&) {
    // A container was asked for more than any memory has.
    return keep(GAPTV_OUT_OF_MEMORY, no_memory);
  } catch (const std::exception& error) {
    return keep(GAPTV_INTERNAL, std::string("a mistake inside GapTV, please report it: ") + error.what());
  } catch (...) {
    return keep(GAPTV_INTERNAL, "a mistake inside GapTV, please report it");
  }
}

}  // namespace

gaptv_status status_of_exception() noexcept {
  try {
    return describe_exception();
  } catch (...) {
    // Not even the message could be made.
    message() = no_memory;
    return GAPTV_OUT_OF_MEMORY;
  }
}

const char* last_error() noexcept {
  return message().c_str();
}

void require(const void* argument, const char* name) {
  if (argument != nullptr) return;
  throw InvalidInput("the argument '" + std::string(name) + "' is a null pointer; give what gaptv_c.h asks for");
}

void refuse_choice(const char* name, const std::string& given, const std::string& choices) {
  throw InvalidInput(std::string(name) + " '" + given + "': give " + choices);
}

}  // namespace gaptv::c_interface
