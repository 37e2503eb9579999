// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/record_json.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gaptv::cli {

nlohmann::ordered_json record_to_json(const Model& model) {
  const FitRecord& record = model.record;
  std::vector<std::string> features;
  std::vector<std::size_t> bins;
  std::vector<std::size_t> bins_requested;
  for (const Axis& axis : model.grid.axes) {
    features.push_back(axis.name);
    bins.push_back(axis.bins());
    bins_requested.push_back(axis.bins_requested);
  }
  const auto empty_cells = std::ranges::count_if(model.cells, [](const CellStats& cell) { return cell.weight <= 0; });
  nlohmann::ordered_json json = {
      {"method", record.method},
      {"loss", record.loss},
      {"outcome", record.outcome},
      {"features", features},
      {"rows", record.rows},
      {"dropped_rows", record.dropped_rows},
      {"total_weight", record.total_weight},
      {"bins", bins},
      {"bins_rule", record.bins_rule},
      {"bins_requested", bins_requested},
      {"lambda", record.lambda},
      {"lambda_rule", record.lambda_rule},
      {"lambda_max", record.lambda_max},
      {"folds", record.folds},
      {"plateaus", model.plateaus.size()},
      {"cells", model.beta.size()},
      {"empty_cells", empty_cells},
      {"empty_cell_rule", record.empty_cell_rule},
      {"objective", record.certificate.objective},
      {"certificate",
       {{"relative_gap", record.certificate.relative_gap}, {"max_violation", record.certificate.max_violation}}},
      {"cv", {{"lambdas", record.cv.lambdas}, {"mean", record.cv.mean}, {"standard_error", record.cv.standard_error}}},
      {"gap", {{"bins", record.gap.bins}, {"log_w", record.gap.log_w}, {"gap", record.gap.gap}}},
      {"train", {{"rmse", record.train_rmse}, {"deviance", record.train_deviance}}},
      {"seed", record.seed},
      {"input_hash", record.input_hash},
      {"notes", record.notes},
      {"version", record.version}};
  if (!record.exposure.empty()) json["exposure"] = record.exposure;
  if (!record.classes.empty()) json["classes"] = record.classes;
  return json;
}

nlohmann::ordered_json plateaus_to_json(const Model& model) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Plateau& plateau : model.plateaus) {
    nlohmann::ordered_json from = nlohmann::ordered_json::array();
    nlohmann::ordered_json to = nlohmann::ordered_json::array();
    for (std::size_t j = 0; j < model.grid.axes.size(); ++j) {
      const Axis& axis = model.grid.axes[j];
      const std::size_t first = plateau.first_bin[j];
      const std::size_t last = plateau.last_bin[j];
      from.push_back(first > 0 ? nlohmann::ordered_json(axis.edges[first - 1]) : nullptr);
      to.push_back(last + 1 < axis.bins() ? nlohmann::ordered_json(axis.edges[last]) : nullptr);
    }
    list.push_back({{"id", plateau.id},
                    {"value", plateau.value},
                    {"mean", plateau.mean},
                    {"weight", plateau.weight},
                    {"cells", plateau.cells},
                    {"from", from},
                    {"to", to}});
  }
  return list;
}

std::string to_text(const nlohmann::ordered_json& object) {
  return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gaptv::cli
