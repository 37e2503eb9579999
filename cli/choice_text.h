// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"

namespace gaptv::cli {

// How far predictions are off, on the training rows and on rows held out.
std::string describe_errors(const FitRecord& record);

// How the number of bins and lambda were chosen, and how exact the fit is.
std::string describe_choices(const Model& model);

}  // namespace gaptv::cli
