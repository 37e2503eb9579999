// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_samples.h"

#include <cassert>
#include <tuple>

namespace gaptv {
namespace {

// A sum and what rounding took from it (Knuth's two-sum).
struct CompensatedSum {
  double sum = 0;
  double rest = 0;

  void add(double value) {
    const double next = sum + value;
    const double added = next - sum;
    rest += (sum - (next - added)) + (value - added);
    sum = next;
  }
};

}  // namespace

CellSamples::CellSamples(std::size_t cells, std::span<const Entry> entries, double base) : base_(base) {
  std::vector<std::size_t> end(cells + 1, 0);  // of each cell's entries
  for (const Entry& entry : entries) ++end[entry.cell + 1];
  for (std::size_t cell = 0; cell < cells; ++cell) end[cell + 1] += end[cell];
  std::vector<Entry> sorted(entries.size());
  std::vector<std::size_t> place(end.begin(), end.end() - 1);
  for (const Entry& entry : entries) sorted[place[entry.cell]++] = entry;
  first_.assign(1, 0);
  outcome_.reserve(entries.size());
  weight_.reserve(entries.size());
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto own = std::span(sorted).subspan(end[cell], end[cell + 1] - end[cell]);
    // By weight too: copies are added up in the same order whatever the order of the rows.
    std::sort(own.begin(), own.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.outcome, a.weight) < std::tie(b.outcome, b.weight);
    });
    for (const Entry& entry : own) {
      if (outcome_.size() > first_.back() && outcome_.back() == entry.outcome) {
        weight_.back() += entry.weight;
      } else {
        outcome_.push_back(entry.outcome + 0.0);  // no -0.0, which equals 0.0
        weight_.push_back(entry.weight);
      }
    }
    first_.push_back(outcome_.size());
  }
  add_up();
}

void CellSamples::add_up() {
  for (std::vector<double>* sums : {&weight_up_to_, &moment_up_to_, &moment_rest_up_to_}) {
    sums->reserve(outcome_.size() + cells());
  }
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    double weight = 0;
    CompensatedSum moment;
    const auto keep = [&] {
      weight_up_to_.push_back(weight);
      moment_up_to_.push_back(moment.sum);
      moment_rest_up_to_.push_back(moment.rest);
    };
    keep();
    for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
      weight += weight_[i];
      moment.add(weight_[i] * (outcome_[i] - base_));
      keep();
    }
  }
}

Sample CellSamples::operator[](std::size_t cell) const {
  const std::size_t begin = first_[cell];
  const std::size_t size = first_[cell + 1] - begin;
  const auto sums = [&](const std::vector<double>& of) { return std::span(of).subspan(begin + cell, size + 1); };
  return {std::span(outcome_).subspan(begin, size),
          std::span(weight_).subspan(begin, size),
          sums(weight_up_to_),
          sums(moment_up_to_),
          sums(moment_rest_up_to_),
          base_};
}

std::vector<CellSamples::Entry> CellSamples::entries() const {
  std::vector<Entry> entries;
  entries.reserve(outcome_.size());
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) entries.push_back({cell, outcome_[i], weight_[i]});
  }
  return entries;
}

double CellSamples::total_weight() const {
  double sum = 0;
  for (const double weight : weight_) sum += weight;
  return sum;
}

CellSamples merge(const std::vector<CellSamples>& tables, std::size_t left_out) {
  std::vector<CellSamples::Entry> all;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    assert(tables[i].cells() == tables.front().cells());
    if (i == left_out) continue;
    const std::vector<CellSamples::Entry> entries = tables[i].entries();
    all.insert(all.end(), entries.begin(), entries.end());
  }
  return CellSamples(tables.front().cells(), all, tables.front().base());
}

CellSamples pool_samples(const CellSamples& samples) {
  std::vector<CellSamples::Entry> all = samples.entries();
  for (CellSamples::Entry& entry : all) entry.cell = 0;
  return CellSamples(1, all, samples.base());
}

}  // namespace gaptv
