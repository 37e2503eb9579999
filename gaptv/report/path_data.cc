// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/path_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gaptv/base/hash.h"
#include "gaptv/model/fitted_path.h"
#include "gaptv/model/region_path.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/report/packed.h"

namespace gaptv::report {
namespace {

using Json = nlohmann::ordered_json;

// The mean deviance of a held-out row.
struct HeldOutError {
  double mean = 0;
  double standard_error = 0;
};

struct ShownFit {
  std::vector<double> values;  // by cell, on the scale of the outcome
  std::size_t regions = 0;
  bool is_model = false;
  std::optional<HeldOutError> error = {};
};

// Reads the curve at a number of regions; between two that were measured, in proportion to the logarithm.
std::optional<HeldOutError> read_curve(const HeldOutCurve& curve, std::size_t regions) {
  const auto after = std::ranges::lower_bound(curve.regions, regions);
  if (after == curve.regions.end()) return std::nullopt;
  const auto k = static_cast<std::size_t>(after - curve.regions.begin());
  if (*after == regions) return HeldOutError{curve.error[k], curve.standard_error[k]};
  if (k == 0) return std::nullopt;
  const auto place = [](std::size_t count) { return std::log(static_cast<double>(count)); };
  const double share = (place(regions) - place(curve.regions[k - 1])) / (place(*after) - place(curve.regions[k - 1]));
  const auto between = [&](const std::vector<double>& of) { return of[k - 1] + share * (of[k] - of[k - 1]); };
  return HeldOutError{between(curve.error), between(curve.standard_error)};
}

std::vector<ShownFit> list_joined_fits(const Model& model, const Surface& surface, std::size_t threads,
                                       Progress& progress) {
  const std::optional<HeldOut>& held_out = surface.record.held_out;
  std::vector<ShownFit> fits;
  for (FitWithRegions& fit : region_path(model, surface, threads, progress)) {
    ShownFit shown = {std::move(fit.values), fit.regions, fit.is_model};
    if (held_out && fit.is_model) shown.error = {held_out->error, held_out->standard_error};
    if (held_out && !fit.is_model) shown.error = read_curve(held_out->path, fit.regions);
    fits.push_back(std::move(shown));
  }
  return fits;
}

// Where cells are not joined, as in the paper's recipe, lambda is what makes regions fewer or more, and
// cross-validation has measured just these fits; of the chosen one the held-out error that the model records is told.
std::vector<ShownFit> list_fits_by_lambda(const Model& model, const Surface& surface, std::size_t threads,
                                          Progress& progress) {
  constexpr std::size_t usual_last = 100;
  const std::size_t most = std::max(usual_last, surface.regions.size() * 3 / 2);
  const CrossValidation& cv = surface.record.cv;
  std::vector<ShownFit> fits;
  for (FitOnPath& fit : fitted_path(model, surface, threads, progress)) {
    if (fit.regions > most) continue;
    ShownFit shown = {std::move(fit.values), fit.regions, fit.is_chosen};
    const auto measured = std::ranges::find(cv.lambdas, fit.lambda);
    const auto k = static_cast<std::size_t>(measured - cv.lambdas.begin());
    if (k < cv.mean.size()) shown.error = {cv.mean[k], cv.standard_error[k]};
    if (const std::optional<HeldOut>& held_out = surface.record.held_out; held_out && fit.is_chosen) {
      shown.error = {held_out->error, held_out->standard_error};
    }
    fits.push_back(std::move(shown));
  }
  return fits;
}

// Returns fits with different numbers of regions, increasing; the model is among them.
std::vector<ShownFit> list_fits(const Model& model, const Surface& surface, std::size_t threads, Progress& progress) {
  std::vector<ShownFit> fits;
  if (has_region_path(model, surface)) {
    fits = list_joined_fits(model, surface, threads, progress);
  } else if (!surface.record.regions && has_fitted_path(model, surface)) {
    fits = list_fits_by_lambda(model, surface, threads, progress);
  }
  const auto order = [](const ShownFit& fit) { return std::tuple(fit.regions, !fit.is_model); };
  std::ranges::stable_sort(fits, {}, order);
  const auto have_equal_regions = [](const ShownFit& a, const ShownFit& b) { return a.regions == b.regions; };
  fits.erase(std::unique(fits.begin(), fits.end(), have_equal_regions), fits.end());
  return fits;
}

// Gives cells that were together and still are one number.
void split_leaves(std::vector<std::uint32_t>& leaf_of_cell, const std::vector<std::size_t>& region_of_cell) {
  std::unordered_map<std::uint64_t, std::uint32_t> number_of;
  for (std::size_t cell = 0; cell < leaf_of_cell.size(); ++cell) {
    const std::uint64_t key = std::uint64_t{leaf_of_cell[cell]} << 32U | region_of_cell[cell];
    leaf_of_cell[cell] = number_of.try_emplace(key, static_cast<std::uint32_t>(number_of.size())).first->second;
  }
}

// Facts of regions, column by column; NaN where there is none.
class NodeTable {
 public:
  // Returns the number of the node of this region, whose cells have this hash.
  std::uint32_t find(const Region& region, const RegionFacts& facts, std::uint64_t hash_of_cells) {
    const auto number = static_cast<std::uint32_t>(weight_.size());
    const auto [at, is_new] = number_of_.try_emplace(hash_of_cells, number);
    if (!is_new) return at->second;
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const auto or_none = [](const std::optional<double>& x) { return x ? static_cast<float>(*x) : none; };
    weight_.push_back(static_cast<float>(region.weight));
    rows_.push_back(static_cast<float>(region.rows));
    mean_.push_back(or_none(facts.mean));
    error_.push_back(or_none(facts.standard_error));
    spread_.push_back(or_none(facts.spread));
    for (std::size_t j = 0; j < region.first_bin.size(); ++j) {
      bounds_.push_back(static_cast<std::uint32_t>(region.first_bin[j]));
      bounds_.push_back(static_cast<std::uint32_t>(region.last_bin[j]));
    }
    return number;
  }

  Json to_json() const {
    return {{"weight", pack(weight_)}, {"rows", pack(rows_)},     {"mean", pack(mean_)},
            {"error", pack(error_)},   {"spread", pack(spread_)}, {"bounds", pack(bounds_)}};
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> number_of_;
  std::vector<float> weight_;
  std::vector<float> rows_;
  std::vector<float> mean_;
  std::vector<float> error_;
  std::vector<float> spread_;
  std::vector<std::uint32_t> bounds_;  // first and last bin by axis
};

// The surface with other values; these are on the scale of the outcome, where no link leads anywhere.
Surface with_values(const Surface& surface, const std::vector<double>& values) {
  Surface other;
  other.grid = surface.grid;
  other.cells = surface.cells;
  other.rows = surface.rows;
  other.beta = values;
  find_regions(other, "gaussian");
  return other;
}

std::vector<std::uint32_t> take_differences(std::vector<std::uint32_t> labels) {
  for (std::size_t i = labels.size(); i-- > 1;) labels[i] -= labels[i - 1];
  return labels;
}

// Writes held-out errors as the loss measures them, with the share explained.
class ErrorColumns {
 public:
  ErrorColumns(const FitRecord& fit, std::optional<double> error_of_one)
      : measure_(loss_of(fit)->error()), error_of_one_(error_of_one) {}

  void add(const std::optional<HeldOutError>& of) {
    const auto or_null = [](double x) { return std::isfinite(x) ? Json(x) : Json(); };
    error_.push_back(of ? or_null(measure_.of_mean_deviance(of->mean)) : Json());
    standard_error_.push_back(of ? or_null(measure_.standard_error(of->mean, of->standard_error)) : Json());
    const bool is_known = of && error_of_one_ && *error_of_one_ > 0;
    explained_.push_back(is_known ? or_null(1 - of->mean / *error_of_one_) : Json());
  }
  void write_to(Json& json) const {
    json["error"] = error_;
    json["standard_error"] = standard_error_;
    json["explained"] = explained_;
  }

 private:
  const ErrorMeasure& measure_;
  std::optional<double> error_of_one_;
  Json error_ = Json::array();
  Json standard_error_ = Json::array();
  Json explained_ = Json::array();
};

// The error of one value for all, on held-out rows.
std::optional<double> error_of_one(const SurfaceRecord& record) {
  if (record.held_out) return record.held_out->error_of_one;
  if (!record.cv.mean.empty()) return record.cv.mean.front();
  return std::nullopt;
}

}  // namespace

Json path_data(const Model& model, const Surface& surface, const ReportOptions& options, Progress& progress) {
  const std::vector<ShownFit> fits = list_fits(model, surface, options.threads, progress);
  if (fits.size() < 2) return {};
  std::vector<Surface> surfaces;
  std::vector<std::uint32_t> leaf_of_cell(surface.cells.size(), 0);
  for (const ShownFit& fit : fits) {
    surfaces.push_back(with_values(surface, fit.values));
    split_leaves(leaf_of_cell, surfaces.back().region_of_cell);
  }
  const std::size_t leaves = *std::ranges::max_element(leaf_of_cell) + std::size_t{1};
  Json counts = Json::array();
  std::size_t chosen = 0;
  NodeTable nodes;
  ErrorColumns errors(model.record, error_of_one(surface.record));
  std::vector<std::uint32_t> region_of_leaf;  // fit after fit
  std::vector<std::uint32_t> node_of_region;
  std::vector<float> values;
  for (std::size_t k = 0; k < fits.size(); ++k) {
    const Surface& other = surfaces[k];
    if (fits[k].is_model) chosen = k;
    counts.push_back(other.regions.size());
    errors.add(fits[k].error);
    std::vector<std::uint32_t> of_leaf(leaves);
    std::vector<std::uint64_t> hash(other.regions.size(), 0);
    for (std::size_t cell = 0; cell < leaf_of_cell.size(); ++cell) {
      const std::size_t region = other.region_of_cell[cell];
      of_leaf[leaf_of_cell[cell]] = static_cast<std::uint32_t>(region);
      hash[region] += mix64(cell);
    }
    region_of_leaf.insert(region_of_leaf.end(), of_leaf.begin(), of_leaf.end());
    const std::vector<RegionFacts> facts = region_facts(model, other, options.drawing.min_rows);
    for (const Region& region : other.regions) {
      node_of_region.push_back(nodes.find(region, facts[region.id], hash[region.id]));
      values.push_back(static_cast<float>(region.value));
    }
  }
  Json json = {{"counts", std::move(counts)},
               {"chosen", chosen},
               {"leaves", pack(take_differences(std::move(leaf_of_cell)))},
               {"region_of_leaf", pack(region_of_leaf)},
               {"node_of_region", pack(node_of_region)},
               {"values", pack(values)},
               {"nodes", nodes.to_json()}};
  errors.write_to(json);
  return json;
}

Json held_out_curve(const Model& model, const Surface& surface) {
  const std::optional<HeldOut>& held_out = surface.record.held_out;
  if (!held_out || held_out->path.regions.size() < 2) return {};
  ErrorColumns errors(model.record, held_out->error_of_one);
  for (std::size_t k = 0; k < held_out->path.regions.size(); ++k) {
    errors.add(HeldOutError{held_out->path.error[k], held_out->path.standard_error[k]});
  }
  Json json = {{"regions", held_out->path.regions}};
  errors.write_to(json);
  return json;
}

}  // namespace gaptv::report
