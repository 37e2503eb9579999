// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/batch_counter.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/large_pages.h"
#include "gaptv/data/row_hash.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/row_source.h"
#include "gaptv/scan/cell_sums.h"
#include "gaptv/scan/divided_stretches.h"
#include "gaptv/scan/row_facts.h"
#include "gaptv/scan/rows_set_aside.h"
#include "gaptv/select/row_deviance.h"

namespace gaptv {
namespace {

// More lanes would be more tables; fewer would leave cores without work.
constexpr std::size_t usual_lanes = 4;
// Tables of so many cells have fewer lanes: all of them together would fit neither into the cache nor into the memory
// that fits of files are meant to need.
constexpr std::size_t many_cells = 300000;
constexpr std::size_t lanes_of_many_cells = 2;
// Rows that are worked on at once, so that they stay in the cache from one step to the next.
constexpr std::size_t block_rows = 16384;

// Calls work(part, number of its first row) for the parts of a batch.
template <typename Work>
void for_each_part(const RowBatch& batch, std::size_t first_row, Work&& work) {
  for (std::size_t from = 0; from < batch.rows(); from += block_rows) {
    work(part_of(batch, from, std::min(batch.rows(), from + block_rows)), first_row + from);
  }
}

std::size_t count_clear_cells(const CountAhead& ahead) {
  std::size_t cells = 1;
  for (const std::vector<ValueRun>& runs : ahead.runs) {
    cells *= static_cast<std::size_t>(std::ranges::count(runs, false, &ValueRun::is_unclear));
  }
  return cells;
}

[[noreturn]] void refuse_changed_rows() {
  throw InvalidInput("the rows changed while they were read; they are looked through several times, so fit a copy");
}

}  // namespace

BatchCounter::BatchCounter(RowBatches& rows, MissingRule missing, const FitOptions& options, Progress& progress)
    : rows_(rows), seed_(options.seed), threads_(options.threads) {
  how_.missing = missing;
  how_.loss = name_of_loss(options);
  how_.takes_fractions = options.has_fractional_counts;
  take_first_look(options, progress);
}

void BatchCounter::take_first_look(const FitOptions& options, Progress& progress) {
  const BatchColumns& columns = rows_.columns();
  summary_.feature_names = columns.features;
  summary_.outcome_name = columns.outcome;
  summary_.weight_name = columns.weight;
  summary_.exposure_name = columns.exposure;
  summary_.classes = columns.classes;
  summary_.notes = columns.notes;
  summary_.reading = columns.reading;
  summary_.folds = count_folds(options);
  const FirstRows first = read_first_rows(rows_, threads_);
  FirstLook::AllBorders borders;
  for (const std::vector<double>& of_axis : first.borders) {
    borders.push_back(std::make_shared<const BorderCounter::Borders>(of_axis));
  }
  // Where the first rows have too many different outcomes already, copies are not looked for.
  if (summary_.folds > 1 && (!columns.exposure.empty() || !FirstLook::has_many_outcomes(first.outcomes))) {
    filter_ = std::make_unique<SharedCopyFilter>(rows_.expected_rows());
  }
  std::vector<FirstLook> looks;
  for (std::size_t lane = 0; lane < usual_lanes; ++lane) looks.emplace_back(borders, filter_.get());
  rows_in_batches_ =
      visit_batches(rows_, usual_lanes, threads_, progress, [&](const BatchPlace& place, const RowBatch& batch) {
        for_each_part(batch, place.first_row, [&](const RowBatch& part, std::size_t first_row) {
          const PreparedRows prepared(part, columns, how_, first_row);
          looks[place.lane].add(prepared.view(), prepared.outcome_as_given(), first_row);
        });
      });
  FirstLook& look = looks.front();
  for (std::size_t lane = 1; lane < usual_lanes; ++lane) look.add(looks[lane]);
  check_has_rows(look);
  summary_.rows = look.rows;
  summary_.dropped_rows = columns.dropped_rows + look.dropped;
  decide_loss(look, how_, summary_);
  decide_weights(look, options, how_, summary_, [&] { return add_up_precision(look, progress); });
  describe(look);
  decide_copies(look, progress);
}

// Weights are rounded to shares of the largest, which only the first look told; so stretches are counted again.
PrecisionScale BatchCounter::add_up_precision(FirstLook& look, Progress& progress) {
  for (BorderCounter& axis : look.axes) axis.clear();
  std::vector scales(usual_lanes, PrecisionScale(look.weights.largest));
  std::vector axes(usual_lanes, look.axes);
  visit(usual_lanes, progress, [&](const BatchPlace& place, const DataView& rows) {
    PrecisionScale& scale = scales[place.lane];
    std::vector<double> shares;
    shares.reserve(rows.rows());
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      scale.add(rows.weight[row]);
      shares.push_back(scale.share(rows.weight[row]));
    }
    for (std::size_t axis = 0; axis < look.axes.size(); ++axis) {
      axes[place.lane][axis].add(rows.features[axis], shares);
    }
  });
  for (std::size_t lane = 0; lane < usual_lanes; ++lane) {
    if (lane > 0) scales[0].add(scales[lane]);
    for (std::size_t axis = 0; axis < look.axes.size(); ++axis) look.axes[axis].add(axes[lane][axis]);
  }
  return scales[0];
}

void BatchCounter::describe(const FirstLook& look) {
  const bool has_weights = summary_.has_weights && !how_.ignores_weights;
  summary_.content_hash = mix64(!has_weights     ? look.hash_without_weights
                                : how_.precision ? look.hash_with_precision
                                                 : look.hash_with_copies);
  mean_outcome_ = mean_outcome(look, how_);
  decide_scale(look, how_, summary_);
  for (const auto& [hash, exposure] : look.exposures) exposures_.push_back(exposure);
  bins_max_ = look.axes.size() == 1 ? automatic_bins_max_of_one(summary_.observations, look.first_feature.count())
                                    : usual_bins_max;
  for (const BorderCounter& axis : look.axes) {
    std::vector<ValueStretch> stretches = axis.take();
    for (ValueStretch& stretch : stretches) {
      if (!has_weights) stretch.weight = stretch.rows;
      if (how_.precision) stretch.weight *= how_.precision->unit();
    }
    stretches_.push_back(std::move(stretches));
  }
  fold_scales_ = find_fold_scales(look, summary_, stretches_);
}

// Copies are divided where the outcome is discrete (fold_assignment.h).
void BatchCounter::decide_copies(const FirstLook& look, Progress& progress) {
  if (summary_.folds < 2) return;
  const bool is_discrete = summary_.loss->accepts().are_discrete();
  const std::size_t outcomes = look.outcomes.count();
  const auto has_few = [&](double distinct_rows) {
    return !look.outcomes.has_more_than_limit() && outcomes <= most_few_values(distinct_rows);
  };
  divides_copies_ = is_discrete || has_few(1);
  if (!divides_copies_ && has_few(summary_.observations)) {
    CopyCounts copies;
    std::size_t suspects = 0;
    visit(1, progress, [&](const BatchPlace& /*place*/, const DataView& rows) {
      std::vector<std::uint64_t> hashes(rows.rows(), 0);
      RowHasher(hashed_columns(rows), {}, 0).hash_contents(0, hashes);
      for (const std::uint64_t content : hashes) {
        const std::uint64_t hash = mix64(content);
        if (!filter_->may_have_copy(hash)) continue;
        ++suspects;
        copies.add(hash, 1);
      }
    });
    divides_copies_ = has_few(static_cast<double>(look.rows - suspects + copies.contents()));
  }
  if (!divides_copies_) {
    filter_.reset();
    return;
  }
  if (!look.outcomes.has_more_than_limit()) return;
  // The filter took down only the first rows: counts may take more values than it was meant for.
  filter_ = std::make_unique<SharedCopyFilter>(look.rows);
  visit(usual_lanes, progress, [&](const BatchPlace& /*place*/, const DataView& rows) {
    std::vector<std::uint64_t> hashes(rows.rows(), 0);
    RowHasher(hashed_columns(rows), {}, 0).hash_contents(0, hashes);
    for (const std::uint64_t content : hashes) filter_->add(mix64(content));
  });
}

void BatchCounter::visit(std::size_t lanes, Progress& progress, const RowVisitor& work) {
  const std::size_t rows =
      visit_batches(rows_, lanes, threads_, progress, [&](const BatchPlace& place, const RowBatch& batch) {
        for_each_part(batch, place.first_row, [&](const RowBatch& part, std::size_t first_row) {
          const PreparedRows prepared(part, rows_.columns(), how_, first_row);
          if (prepared.view().rows() > 0) work({place.lane, first_row}, prepared.view());
        });
      });
  if (rows != rows_in_batches_) refuse_changed_rows();
}

FoldAssignment BatchCounter::folds_by_hash(const DataView& rows) const {
  FoldAssignment folds;
  folds.folds = summary_.folds;
  folds.fold = RawArray<std::uint16_t>(rows.rows());
  if (folds.folds < 2) {
    std::ranges::fill(folds.fold, std::uint16_t{0});
    return folds;
  }
  RowHasher(hashed_columns(rows), fold_scales_, seed_).deal(0, folds.folds, {folds.fold.data(), folds.fold.size()});
  return folds;
}

void BatchCounter::visit_folds(Progress& progress, const FoldVisitor& work) {
  if (!divides_copies_) {
    visit(usual_lanes, progress,
          [&](const BatchPlace& place, const DataView& rows) { work(place.lane, rows, folds_by_hash(rows)); });
    return;
  }
  // One lane: which copy comes first decides about the order of sums.
  CopyCounts copies;
  RowsSetAside set_aside(summary_.dimensions());
  visit(1, progress, [&](const BatchPlace& /*place*/, const DataView& rows) {
    FoldAssignment folds = folds_by_hash(rows);
    std::vector<std::uint64_t> hashes(rows.rows(), 0);
    RowHasher(hashed_columns(rows), {}, 0).hash_contents(0, hashes);
    if (how_.precision) {
      RowsSetAside others(summary_.dimensions());
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        const std::uint64_t hash = mix64(hashes[row]);
        (filter_->may_have_copy(hash) ? set_aside : others).add(rows, row, hash, folds.fold[row]);
      }
      work(0, others.view(), others.deal_without_copies(summary_.folds));
      return;
    }
    const bool counts_copies = !rows.weight.empty();
    if (counts_copies) folds.position.assign(rows.rows(), 0.0);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      const std::uint64_t hash = mix64(hashes[row]);
      if (!filter_->may_have_copy(hash)) continue;
      const double before = copies.add(hash, rows.weight_of(row));
      if (counts_copies) {
        folds.position[row] = before;
      } else {
        std::uint16_t& fold = folds.fold.data()[row];
        fold = static_cast<std::uint16_t>((fold + static_cast<std::uint64_t>(before)) % folds.folds);
      }
    }
    work(0, rows, folds);
  });
  if (how_.precision) work(0, set_aside.view(), set_aside.deal(summary_.folds));
}

std::vector<std::vector<ValueStretch>> BatchCounter::look_into(const std::vector<std::vector<ValueStretch>>& unclear,
                                                               const CountAhead& ahead, Progress& progress) {
  if (ahead_ && ahead_->holds(unclear)) return ahead_->values_in(unclear);
  ahead_.reset();
  const std::size_t axes = unclear.size();
  std::vector<StretchLocator> locators;
  const std::vector<std::vector<std::size_t>> wanted_parts = divide_crowded(unclear);
  // Where copies are divided, the order of rows decides about their folds, and there is one lane.
  const bool have_few_runs =
      std::ranges::all_of(ahead.runs, [](const auto& runs) { return runs.size() <= BinLocator::most_edges_of_table; });
  const bool can_count = !ahead.runs.empty() && have_few_runs && !(ahead.by_fold && divides_copies_);
  if (const double rows = count_rows(unclear); can_count && !is_too_crowded(rows)) {
    return look_into_and_count(ahead, rows, progress);
  }
  std::vector<std::vector<std::optional<StretchCounter>>> parts_of_axes(axes);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    locators.emplace_back(unclear[axis]);
    for (std::size_t i = 0; i < unclear[axis].size(); ++i) {
      parts_of_axes[axis].emplace_back();
      if (wanted_parts[axis][i] > 0)
        parts_of_axes[axis][i].emplace(divide_evenly(unclear[axis][i], wanted_parts[axis][i]));
    }
  }
  std::vector parts_of_lane(usual_lanes, parts_of_axes);
  std::vector<std::vector<Values>> values(usual_lanes, std::vector<Values>(axes));
  const bool has_weights = summary_.has_weights && !how_.ignores_weights;
  visit(usual_lanes, progress, [&](const BatchPlace& place, const DataView& rows) {
    for (std::size_t axis = 0; axis < axes; ++axis) {
      if (unclear[axis].empty()) continue;
      const ColumnView& column = rows.features[axis];
      for (std::size_t row = 0; row < column.size; ++row) {
        const std::optional<std::size_t> stretch = locators[axis].find(column[row]);
        if (!stretch) continue;
        const double weight = has_weights ? rows.weight[row] : 1.0;
        if (std::optional<StretchCounter>& parts = parts_of_lane[place.lane][axis][*stretch]) {
          parts->add(column[row], weight);
        } else {
          values[place.lane][axis].emplace_back(column[row], weight);
        }
      }
    }
  });
  std::vector<std::vector<ValueStretch>> smaller(axes);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    Values all;
    for (std::vector<Values>& lane : values) {
      all.insert(all.end(), lane[axis].begin(), lane[axis].end());
      lane[axis] = {};
    }
    smaller[axis] = group_values(std::move(all));
    for (std::size_t i = 0; i < unclear[axis].size(); ++i) {
      std::optional<StretchCounter>& parts = parts_of_lane[0][axis][i];
      if (!parts) continue;
      for (std::size_t lane = 1; lane < usual_lanes; ++lane) parts->add(*parts_of_lane[lane][axis][i]);
      const std::vector<ValueStretch> divided = parts->take();
      smaller[axis].insert(smaller[axis].end(), divided.begin(), divided.end());
    }
    std::ranges::sort(smaller[axis], {}, &ValueStretch::lowest);
  }
  return smaller;
}

std::vector<std::vector<ValueStretch>> BatchCounter::look_into_and_count(const CountAhead& ahead, double rows_aside,
                                                                         Progress& progress) {
  return_freed_memory();  // the tables of this look need more than anything before
  const bool has_weights = summary_.has_weights && !how_.ignores_weights;
  const std::size_t lanes = !ahead.by_fold && count_clear_cells(ahead) > many_cells ? lanes_of_many_cells : usual_lanes;
  auto counted =
      std::make_unique<CountedAhead>(ahead, lanes, summary_.folds, summary_.scale, has_weights, rows_aside, threads_);
  if (ahead.by_fold) {
    visit_folds(progress, [&](std::size_t lane, const DataView& rows, const FoldAssignment& dealt) {
      counted->add(lane, rows, &dealt);
    });
  } else {
    visit(lanes, progress,
          [&](const BatchPlace& place, const DataView& rows) { counted->add(place.lane, rows, nullptr); });
  }
  counted->finish();
  ahead_ = std::move(counted);
  return ahead_->divide_unclear();
}

std::vector<std::vector<CountedCells>> BatchCounter::count(const std::vector<CountRequest>& requests,
                                                           Progress& progress) {
  if (ahead_ && requests.size() == 1) {
    if (auto counted = ahead_->take_count(requests.front())) {
      ahead_.reset();
      return {std::move(*counted)};
    }
  }
  const RequestLocator locator(requests, summary_.dimensions());
  const std::size_t folds = summary_.folds;
  const bool by_fold = std::ranges::any_of(requests, &CountRequest::by_fold);
  const auto folds_of = [&](std::size_t i) { return requests[i].by_fold ? folds : 1; };
  std::vector<std::vector<CellSums>> sums(by_fold && divides_copies_ ? 1 : usual_lanes);
  for (std::vector<CellSums>& lane : sums) {
    for (std::size_t i = 0; i < requests.size(); ++i) lane.emplace_back(locator.cells(i) * folds_of(i));
  }
  const OutcomeScale scale = summary_.scale;
  const auto add = [&](std::size_t lane, const DataView& rows, const FoldAssignment* dealt) {
    const auto places = locator.locate(rows);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      CellSums& cells = sums[lane][i];
      const bool is_plain = rows.weight.empty() && (rows.exposure.empty() || !requests[i].by_exposure);
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        const std::size_t cell = locator.cell_of(i, places, row);
        const double value = scale.to_scaled(rows.outcome[row]);
        if (!requests[i].by_fold) {
          if (is_plain) {
            cells.add(cell, value);
          } else {
            cells.add(cell, value, requests[i].by_exposure ? rows.size_of(row) : rows.weight_of(row));
          }
        } else if (dealt->position.empty()) {
          const std::size_t fold = dealt->fold[row];
          if (is_plain) {
            cells.add(fold * locator.cells(i) + cell, value);
          } else {
            cells.add(fold * locator.cells(i) + cell, value, rows.size_of(row));
          }
        } else {
          for (std::size_t fold = 0; fold < folds; ++fold) {
            const double part = dealt->weight_in_fold(row, rows.weight[row], fold);
            if (part > 0) cells.add(fold * locator.cells(i) + cell, value, part * rows.exposure_of(row));
          }
        }
      }
    }
  };
  if (by_fold) {
    visit_folds(progress,
                [&](std::size_t lane, const DataView& rows, const FoldAssignment& dealt) { add(lane, rows, &dealt); });
  } else {
    visit(usual_lanes, progress,
          [&](const BatchPlace& place, const DataView& rows) { add(place.lane, rows, nullptr); });
  }
  std::vector<std::vector<CountedCells>> counted(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    for (std::size_t lane = 1; lane < sums.size(); ++lane) sums[0][i].add({&sums[lane][i], 1}, threads_);
    for (std::size_t fold = 0; fold < folds_of(i); ++fold) {
      counted[i].push_back(sums[0][i].list(fold * locator.cells(i), locator.cells(i)));
    }
  }
  return counted;
}

std::vector<RowDeviance> BatchCounter::row_deviances(Progress& progress) {
  if (summary_.loss->is_known_by_cells()) return {};
  const std::vector<RowDeviance> nothing(summary_.folds, RowDeviance{0, mean_outcome_, 0});
  std::vector<std::vector<RowDeviance>> sums(usual_lanes, nothing);
  visit_folds(progress, [&](std::size_t lane, const DataView& rows, const FoldAssignment& dealt) {
    WithoutStages quiet(progress);
    add_row_deviances(rows, dealt, *summary_.loss, quiet, sums[lane]);
  });
  for (std::size_t lane = 1; lane < usual_lanes; ++lane) {
    for (std::size_t fold = 0; fold < summary_.folds; ++fold) {
      sums[0][fold].observations += sums[lane][fold].observations;
      sums[0][fold].deviance += sums[lane][fold].deviance;
    }
  }
  return sums[0];
}

NullSample BatchCounter::null_sample(std::uint64_t seed) const {
  return {summary_.total_weight, summary_.loss->has_identity_link() ? 0 : mean_outcome_, exposures_, seed};
}

}  // namespace gaptv
