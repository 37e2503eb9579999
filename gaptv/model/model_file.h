// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Writes the model as one versioned JSON text (formats/model.schema.json), read for ever. The same model gives the same
// bytes, and reading them back gives the same model to the last bit.
GAPTV_API std::string model_to_json(const Model& model);

// Reads what model_to_json() wrote, also in earlier versions. Throws InvalidInput, with the name of the file (or what
// "source" says) and the place in it, when the text is truncated, foreign, inconsistent (every length, order and label
// is checked) or from a newer format version.
GAPTV_API Model model_from_json(std::string_view text, const std::string& source);

// Write to and read from a file; writing is all or nothing.
GAPTV_API void write_model(const Model& model, const std::string& path);
GAPTV_API Model read_model(const std::string& path);

}  // namespace gaptv
