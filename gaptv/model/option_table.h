// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

// Says what an option that is left open becomes under a preset or for a method; "when" is empty for all others.
struct UsualValue {
  std::string_view when;
  std::string_view text;
};

// Describes one option of a fit. Whoever reads options as texts (a command line, a binding, a file) loops over the
// table of them; a new option is a field of FitOptions and a row of the table.
struct FitOption {
  std::string_view name;    // the same everywhere, but for what a language makes of underscores
  std::string_view values;  // what it may be: "N", "rank|metric"
  std::string_view help;    // one line
  // Sets it from a text, or throws InvalidInput; an empty text leaves it open again if it can be left open.
  std::function<void(FitOptions& options, const std::string& text)> set;
  // Returns the text that sets it to what it is; an empty one if it is left open.
  std::function<std::string(const FitOptions& options)> get;
  std::string_view methods = {};         // those that look at it, separated by ", "; empty: all
  std::vector<UsualValue> usual = {};    // for an option that can be left open; the first line that applies counts
  bool is_for_cell_losses_only = false;  // losses of single outcomes do not look at it, and have the paper's value
  bool is_recorded = true;               // in the model; false if it never changes the result
  bool is_recorded_if_given = false;     // not where it is what it is by default
};

// Returns every option, in the order in which help shows them.
GAPTV_API std::span<const FitOption> fit_option_table();

// Finds an option by its name. Throws InvalidInput, with the nearest name, if there is none of that name.
GAPTV_API const FitOption& find_option(std::string_view name);

// Sets an option by its name. Throws InvalidInput if there is none, or if it cannot be that.
GAPTV_API void set_option(FitOptions& options, std::string_view name, const std::string& text);

// Tells whether the method looks at the option.
bool looks_at(std::string_view method, const FitOption& option);

// Returns the text of an option where nobody gives it, for help: "50", or "best: 1.5, paper: 1".
GAPTV_API std::string usual_text(const FitOption& option);

// Returns the value that an option gets if it is left open, for the preset, the method and the loss of the options.
std::string_view usual_value(const FitOption& option, const FitOptions& options);

// Returns all options for another method: those that it does not look at are as if nobody had given them.
FitOptions options_for_method(FitOptions options, const std::string& method);

// Writes the values of an option, "rank|metric", as words: "rank or metric".
std::string write_in_words(const std::string& values);

// Holds options as texts, by name.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

// Returns the options that decide about the result, as far as the method looks at them, in the order of the table.
OptionTexts recorded_options(const FitOptions& options);

// Reads recorded options again. Throws InvalidInput as set_option() does.
FitOptions options_from_texts(const OptionTexts& texts);

// Returns the fewest options by which the same fit can be asked for again: what resolve() would add is left out.
OptionTexts fewest_options(const OptionTexts& recorded);

}  // namespace gaptv
