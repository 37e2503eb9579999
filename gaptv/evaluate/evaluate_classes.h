// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Evaluates a model of several classes; evaluate() says what is measured.
Evaluation evaluate_classes(const Model& model, const DataView& data, std::size_t threads);

}  // namespace gaptv
