// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// These describe a model in plain words, as sentences without line breaks, for whoever shows them.

// Returns "x1 and x2".
std::string list_features(const Model& model);

// Returns "a tree of 5 leaves" for a model that is one.
std::string describe_leaves(const SurfaceRecord& record);

// Says how many rows the model was fitted to.
std::string describe_rows(const FitRecord& fit, const SurfaceRecord& record);

// Returns by how much the model's error on held-out rows is smaller than that of one value for all, as a share of the
// latter (not above 0: no better); none where cross-validation does not say.
std::optional<double> explained_share(const SurfaceRecord& record);

// Says how far predictions are off, on the training rows and on rows held out.
std::vector<std::string> describe_errors(const FitRecord& fit, const SurfaceRecord& record);

// Says how far the values of regions were moved towards the means of their rows; "relax" is the option of this name.
std::string describe_relaxing(const FitRecord& fit, double relax);

// Says how something was chosen, or how exact the fit is. The topic is one word: bins, lambda, regions, exact.
struct Explanation {
  std::string topic;
  std::vector<std::string> sentences;
};
std::vector<Explanation> explain_choices(const Model& model, const Surface& surface);

}  // namespace gaptv
