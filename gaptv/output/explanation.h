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
// latter (not above 0: no better); none where it was not measured.
std::optional<double> explained_share(const SurfaceRecord& record);

// Returns the error on held-out rows of the regions that the model has, as the loss measures it (an RMSE, a deviance
// per observation; of a tree of classes the share of wrong ones); none where it was not measured.
std::optional<double> held_out_error(const FitRecord& fit, const SurfaceRecord& record);

// Holds the error on held-out rows that the same fit has with another number of regions.
struct CostOfSimplicity {
  std::size_t regions = 0;
  double error = 0;
  double explained = 0;  // as explained_share() says
  bool is_model = false;
};
// Returns a few numbers of regions and that of the model; nothing where cells are not joined or it was not measured.
std::vector<CostOfSimplicity> costs_of_simplicity(const FitRecord& fit, const Surface& surface);

// Says how far the values of regions were moved towards the means of their rows; "relax" is the option of this name.
// is_noise_known: the loss knows how far single outcomes are from their mean (CellLoss::has_known_dispersion()).
std::string describe_relaxing(double relax, bool is_noise_known);

// Says how far predictions are off, on the training rows and on rows held out.
std::vector<std::string> describe_errors(const FitRecord& fit, const SurfaceRecord& record);

// Says how large the errors of the probabilities of three classes or more are, all together: "Of all classes together:
// deviance per observation 0.95 on these rows, 1.02 on rows held out. They explain ..."
std::string describe_joint_errors(const FitRecord& fit);

// Says how something was chosen, or how exact the fit is. The topic is one word: bins, lambda, regions, exact.
struct Explanation {
  std::string topic;
  std::vector<std::string> sentences;
};
std::vector<Explanation> explain_choices(const Model& model, const Surface& surface);

}  // namespace gaptv
