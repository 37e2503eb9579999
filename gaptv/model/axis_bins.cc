// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/axis_bins.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "gaptv/base/number_text.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/row_source.h"
#include "gaptv/select/grid_comparison.h"

namespace gaptv {
namespace {

using Bins = std::vector<std::size_t>;

constexpr std::size_t most_searched_bins = 128;
constexpr double rows_per_searched_bin = 4;
constexpr double most_refined_cells = 100000;  // of two features; of three there are more
constexpr double most_refined_cells_in_space = 300000;

// How many standard errors of the difference, and which share of the error, a grid must predict better by. The share is
// smaller for leaving a feature out, since the simpler grid is right more often.
constexpr double clear_gain = 1.5;
constexpr double share_to_leave_out = 0.01;
constexpr double share_to_change = 0.02;

constexpr std::size_t most_moves = 5;
// With fewer observations the standard errors are themselves guesses: of 50 rows of the paper's plateaus, which need
// both features, errors were 2 % larger with a search than without.
constexpr double fewest_observations = 100;
// With more observations grids are as fine as they may be, and what other numbers gain is less than these shares, while
// a search costs another look at all rows.
constexpr double most_observations = 1e6;
// A feature dominates if leaving it out costs so many times what leaving out the other does.
constexpr double dominance = 2;
// Grids with fewer cells for each row are cheap, and may have been cut too coarsely.
constexpr double few_cells_per_row = 0.25;

double cells_of(const Bins& bins) {
  double cells = 1;
  for (const std::size_t count : bins) cells *= static_cast<double>(count);
  return cells;
}

std::size_t count_used(const Bins& bins) {
  return bins.size() - static_cast<std::size_t>(std::ranges::count(bins, std::size_t{1}));
}

std::string text_of(const Bins& bins) {
  std::string text;
  for (const std::size_t count : bins) text += (text.empty() ? "" : ",") + std::to_string(count);
  return text;
}

// One search. It moves to the grid with the largest gain of those that are clearly better, until there is none.
class AxisSearch {
 public:
  AxisSearch(GridComparison& compared, std::vector<Bins> numbers, const Bins& start, double observations)
      : compared_(compared), numbers_(std::move(numbers)), now_(start), observations_(observations) {
    record_.start = start;
    note_tried(start, "", 0);
  }

  AxisBinsRecord run() {
    for (std::size_t move = 0; move < most_moves && count_used(now_) > 1; ++move) {
      best_.reset();
      try_neighbours();
      if (!best_) break;
      now_ = best_->first;
    }
    record_.chosen = now_;
    return std::move(record_);
  }

 private:
  // The bins with one axis a step finer (1) or coarser (-1); none where there is no such number.
  std::optional<Bins> step(Bins bins, std::size_t axis, int by) const {
    const Bins& numbers = numbers_[axis];
    const auto place = std::ranges::find(numbers, bins[axis]) - numbers.begin() + by;
    if (place < 0 || place >= static_cast<std::ptrdiff_t>(numbers.size())) return std::nullopt;
    bins[axis] = numbers[static_cast<std::size_t>(place)];
    return bins;
  }
  // A step finer on every axis that is used.
  std::optional<Bins> step_all(Bins bins) const {
    for (std::size_t axis = 0; axis < bins.size(); ++axis) {
      if (bins[axis] == 1) continue;
      const std::optional<Bins> finer = step(bins, axis, 1);
      if (!finer) return std::nullopt;
      bins = *finer;
    }
    return bins;
  }

  void try_neighbours() {
    std::vector<double> harm(now_.size(), 0.0);  // of leaving out a feature
    std::optional<std::size_t> weakest;
    std::optional<std::size_t> dominant;
    for (std::size_t axis = 0; axis < now_.size(); ++axis) {
      if (now_[axis] == 1) continue;
      Bins without = now_;
      without[axis] = 1;
      harm[axis] = -try_grid(without);
      if (!weakest || harm[axis] < harm[*weakest]) weakest = axis;
      if (!dominant || harm[axis] > harm[*dominant]) dominant = axis;
    }
    Bins without = now_;
    without[*weakest] = 1;
    // Where there are fewer features, the others can have more bins.
    for (int finer = 0; finer < 2; ++finer) {
      const std::optional<Bins> next = step_all(without);
      if (!next || cells_of(*next) > 2 * cells_of(now_)) break;
      without = *next;
      try_grid(without);
    }
    if (*weakest != *dominant && harm[*dominant] > dominance * harm[*weakest]) {
      const std::optional<Bins> finer = step(now_, *dominant, 1);
      const std::optional<Bins> moved = finer ? step(*finer, *weakest, -1) : std::nullopt;
      if (moved) try_grid(*moved);
    }
    if (cells_of(now_) > few_cells_per_row * observations_) return;
    if (const auto finer = step(now_, *dominant, 1)) try_grid(*finer);
    if (const auto finer = step_all(now_)) try_grid(*finer);
  }

  // Returns by how much the held-out error falls, and keeps the grid in mind if it is clearly better.
  double try_grid(const Bins& bins) {
    if (compared_.bins_kept(bins) == compared_.bins_kept(now_)) return 0;
    const PairedDifference fall = compared_.fall(now_, bins);
    note_tried(bins, text_of(now_), fall.standard_error);
    const bool leaves_out = count_used(bins) < count_used(now_);
    const double share = leaves_out ? share_to_leave_out : share_to_change;
    const bool is_clear =
        fall.mean > 0 && fall.mean >= clear_gain * fall.standard_error && fall.mean >= share * compared_.error(now_);
    if (is_clear && (!best_ || fall.mean > best_->second)) best_.emplace(bins, fall.mean);
    return fall.mean;
  }

  void note_tried(const Bins& bins, std::string compared_with, double standard_error) {
    record_.tried.push_back(text_of(bins));
    record_.compared_with.push_back(std::move(compared_with));
    record_.error.push_back(compared_.error(bins));
    record_.standard_error_of_difference.push_back(standard_error);
  }

  GridComparison& compared_;
  std::vector<Bins> numbers_;
  Bins now_;
  double observations_;
  std::optional<std::pair<Bins, double>> best_ = {};
  AxisBinsRecord record_;
};

}  // namespace

bool gives_axes_own_bins(const SourceSummary& summary, const FitOptions& options) {
  const bool is_by_gap = options.bins == BinsRule::gap || options.bins == BinsRule::gap_printed;
  return *options.axis_bins == AxisBinsRule::own && is_by_gap && summary.dimensions() > 1 && summary.folds > 1 &&
         summary.observations >= fewest_observations && summary.observations <= most_observations &&
         chooses_by_folds(options) && !has_loss_of_outcomes(options);
}

std::vector<Bins> numbers_for_axes(const Bins& start, double observations) {
  const double affordable = std::max(observations / rows_per_searched_bin, 1.0);
  const std::size_t most =
      affordable < static_cast<double>(most_searched_bins) ? static_cast<std::size_t>(affordable) : most_searched_bins;
  std::vector<Bins> numbers;
  for (const std::size_t first : start) {
    std::set<std::size_t> of_axis = {1};
    for (std::size_t count = first; count > 1; count = (count + 1) / 2) of_axis.insert(count);
    for (std::size_t count = 2 * first; first > 1 && count <= most; count *= 2) of_axis.insert(count);
    numbers.emplace_back(of_axis.begin(), of_axis.end());
  }
  const double affordable_cells = start.size() > 2 ? most_refined_cells_in_space : most_refined_cells;
  while (true) {
    Bins finest;
    for (const Bins& of_axis : numbers) finest.push_back(of_axis.back());
    if (cells_of(finest) <= affordable_cells) return numbers;
    const auto axis = static_cast<std::size_t>(std::ranges::max_element(finest) - finest.begin());
    if (finest[axis] <= start[axis]) return numbers;
    numbers[axis].pop_back();
  }
}

AxisBinsRecord search_axis_bins(const TableSource& source, const Bins& start, const FittedLoss& loss,
                                const GridSolverMaker& make_solver, const FitOptions& options, Progress& progress) {
  WithoutStages quiet(progress);
  const double observations = source.summary().observations;
  std::vector<Bins> numbers = numbers_for_axes(start, observations);
  ComparedFits how{{make_solver, loss.of_means}, &options.mask};
  how.lambda_ratio = options.lambda_ratio;
  how.threads = options.threads;
  GridComparison compared(source, numbers, how, quiet);
  return AxisSearch(compared, std::move(numbers), start, observations).run();
}

std::vector<std::string> notes_on_axis_bins(const AxisBinsRecord& record, const SourceSummary& summary) {
  std::vector<std::string> notes;
  for (std::size_t axis = 0; axis < record.chosen.size(); ++axis) {
    if (record.chosen[axis] != 1 || record.start[axis] == 1) continue;
    notes.push_back("feature '" + summary.feature_names[axis] +
                    "' is not used: held-out rows are predicted better without it (measured before cells are joined "
                    "to regions; `axis_bins=equal` keeps it)");
  }
  return notes;
}

}  // namespace gaptv
