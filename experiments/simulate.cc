// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/simulate.h"

#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"

namespace gaptv {
namespace {

constexpr std::size_t side = 100;  // cells per axis of the evaluation grid; cell (x1, x2) has number x1 * side + x2
constexpr std::size_t cell_count = side * side;
constexpr double scenario_low = -2.5;
constexpr double scenario_width = 5.0;

enum Stream : std::uint64_t { truth_stream, location_stream, noise_stream };

Dataset make_dataset(std::size_t rows) {
  Dataset data;
  data.feature_names = {"x1", "x2"};
  data.outcome_name = "y";
  data.features.assign(2, std::vector<double>(rows));
  data.outcome.resize(rows);
  return data;
}

void set_row(Dataset& data, std::size_t row, double x1, double x2, double y) {
  data.features[0][row] = x1;
  data.features[1][row] = x2;
  data.outcome[row] = y;
}

// A set of cells from which one can be drawn at random, in O(1).
class CandidateSet {
 public:
  CandidateSet() : is_member_(cell_count, false) {}

  bool empty() const { return members_.empty(); }

  void add(std::size_t cell) {
    if (is_member_[cell]) return;
    is_member_[cell] = true;
    members_.push_back(cell);
  }

  std::size_t draw(Random& random) {
    std::swap(members_[random.below(members_.size())], members_.back());
    const std::size_t cell = members_.back();
    members_.pop_back();
    is_member_[cell] = false;
    return cell;
  }

 private:
  std::vector<std::size_t> members_;
  std::vector<bool> is_member_;
};

std::vector<std::size_t> neighbours_of(std::size_t cell) {
  const std::size_t x1 = cell / side;
  const std::size_t x2 = cell % side;
  std::vector<std::size_t> neighbours;
  if (x1 > 0) neighbours.push_back(cell - side);
  if (x1 + 1 < side) neighbours.push_back(cell + side);
  if (x2 > 0) neighbours.push_back(cell - 1);
  if (x2 + 1 < side) neighbours.push_back(cell + 1);
  return neighbours;
}

std::size_t draw_free_cell(const std::vector<double>& truth, Random& random) {
  std::vector<std::size_t> free_cells;
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    if (truth[cell] == 0.0) free_cells.push_back(cell);
  }
  return free_cells[random.below(free_cells.size())];
}

// Six plateaus of at most 1000 cells never fill the grid, so there is always a free cell to start from.
std::vector<double> grow_plateaus(std::uint64_t seed, bool distinct) {
  constexpr std::array<double, 6> means = {-2, -3, -5, 5, 3, 2};
  constexpr std::size_t draws_per_plateau = 1000;
  Random random(seed, truth_stream);
  std::vector<double> truth(cell_count, 0.0);
  for (const double mean : means) {
    std::vector<bool> is_own(cell_count, false);
    CandidateSet candidates;
    candidates.add(draw_free_cell(truth, random));
    for (std::size_t draw = 0; draw < draws_per_plateau && !candidates.empty(); ++draw) {
      const std::size_t cell = candidates.draw(random);
      is_own[cell] = true;
      for (const std::size_t neighbour : neighbours_of(cell)) {
        const bool is_free = truth[neighbour] == 0.0 && !(distinct && is_own[neighbour]);
        if (is_free) candidates.add(neighbour);
      }
    }
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
      if (is_own[cell]) truth[cell] = mean;
    }
  }
  return truth;
}

Simulation simulate_plateaus(const SimulateOptions& options) {
  const std::vector<double> values = grow_plateaus(options.seed, options.distinct);
  Simulation result{.sample = make_dataset(options.rows), .truth = make_dataset(cell_count)};
  const auto set_cell = [&values](Dataset& data, std::size_t row, std::size_t cell, double noise) {
    const std::size_t line = cell / side;
    set_row(data, row, static_cast<double>(line), static_cast<double>(cell % side), values[cell] + noise);
  };
  for (std::size_t cell = 0; cell < cell_count; ++cell) set_cell(result.truth, cell, cell, 0.0);
  Random location(options.seed, location_stream);
  Random noise(options.seed, noise_stream);
  for (std::size_t row = 0; row < options.rows; ++row) {
    set_cell(result.sample, row, location.below(cell_count), noise.normal());
  }
  return result;
}

double sign(double x) {
  return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0);
}

double scenario1(double x1, double x2) {
  return x1 * x2 >= 0.0 ? sign(x1) : 0.0;
}

double scenario2(double x1, double x2) {
  return sign(-(x1 * x2));
}

double scenario3(double x1, double x2) {
  if (x1 < -0.83) return x2 < -1.25 ? -3.0 : 1.0;
  if (x1 < 0.83) return x2 < 0.0 ? -2.0 : 2.0;
  return x2 < 1.25 ? -1.0 : 3.0;
}

double scenario4(double x1, double x2) {
  const auto hill = [x1, x2](double centre) {
    const double u = (x1 - centre) / 3.0;
    const double v = (x2 - centre) / 3.0;
    return 10.0 / (u * u + v * v + 1.0);
  };
  return hill(2.5) + hill(-2.5);
}

using Function = double (*)(double, double);

double midpoint(std::size_t cell) {
  return scenario_low + scenario_width * (static_cast<double>(cell) + 0.5) / static_cast<double>(side);
}

Simulation simulate_function(Function function, const SimulateOptions& options) {
  Simulation result{.sample = make_dataset(options.rows), .truth = make_dataset(cell_count)};
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const double x1 = midpoint(cell / side);
    const double x2 = midpoint(cell % side);
    set_row(result.truth, cell, x1, x2, function(x1, x2));
  }
  Random location(options.seed, location_stream);
  Random noise(options.seed, noise_stream);
  for (std::size_t row = 0; row < options.rows; ++row) {
    const double x1 = scenario_low + scenario_width * location.uniform();
    const double x2 = scenario_low + scenario_width * location.uniform();
    set_row(result.sample, row, x1, x2, function(x1, x2) + noise.normal());
  }
  return result;
}

[[noreturn]] void refuse_kind(const std::string& kind) {
  std::string names;
  for (const std::string_view name : simulation_kinds) names += (names.empty() ? "" : ", ") + std::string(name);
  throw InvalidInput("simulate: there is no kind '" + kind + "'; choose one of " + names);
}

}  // namespace

Simulation simulate(const SimulateOptions& options) {
  constexpr std::array<Function, simulation_kinds.size()> functions = {nullptr, scenario1, scenario2, scenario3,
                                                                       scenario4};
  std::size_t kind = 0;
  while (kind < simulation_kinds.size() && simulation_kinds[kind] != options.kind) ++kind;
  if (kind == simulation_kinds.size()) refuse_kind(options.kind);
  if (options.rows == 0) throw InvalidInput("simulate: 0 rows asked for; ask for at least 1");
  if (functions[kind] == nullptr) return simulate_plateaus(options);
  if (options.distinct) {
    throw InvalidInput("simulate: 'distinct' has no meaning for " + options.kind + "; use it with plateaus only");
  }
  return simulate_function(functions[kind], options);
}

}  // namespace gaptv
