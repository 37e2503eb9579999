// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <concepts>
#include <type_traits>

#include "gaptv/model/model.h"

namespace gaptv {

// The fields of records are named here, each once: whoever writes or reads a record visits them. The structured
// bindings do not compile if a record has a field that is not listed here.

// Marks a number, or numbers, that need not be finite.
template <typename Number>
struct AnyNumber {
  Number& value;
};
template <typename Number>
AnyNumber(Number&) -> AnyNumber<Number>;

// Marks what records have gained since version 2 of the file: there it may be missing.
template <typename Field>
struct AddedLater {
  Field& value;
};
template <typename Field>
AddedLater(Field&) -> AddedLater<Field>;

template <typename Record, typename Of>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Of>;

template <RecordOf<GapCurve> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [bins, log_w, gap] = record;
  visit("bins", bins);
  visit("log_w", AnyNumber{log_w});
  visit("gap", AnyNumber{gap});
}

template <RecordOf<AxisBinsRecord> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [start, chosen, tried, compared_with, error, standard_error_of_difference] = record;
  visit("start", start);
  visit("chosen", chosen);
  visit("tried", tried);
  visit("compared_with", compared_with);
  visit("error", error);
  visit("standard_error_of_difference", standard_error_of_difference);
}

template <RecordOf<CrossValidation> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [lambdas, mean, standard_error, standard_error_of_difference, worst_relative_gap] = record;
  visit("lambdas", lambdas);
  visit("mean", mean);
  visit("standard_error", standard_error);
  visit("standard_error_of_difference", standard_error_of_difference);
  visit("worst_relative_gap", AnyNumber{worst_relative_gap});
}

template <RecordOf<RegionRecord> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [shifts, relax, border, bins, bins_kept, noise] = record;
  visit("shifts", shifts);
  visit("relax", relax);
  visit("border", border);
  visit("bins", bins);
  visit("bins_kept", bins_kept);
  visit("noise", noise);
}

template <RecordOf<HeldOutCurve> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [regions, error, standard_error] = record;
  visit("regions", regions);
  visit("error", error);
  visit("standard_error", standard_error);
}

template <RecordOf<HeldOut> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [kind, folds, error, standard_error, error_of_one, path] = record;
  visit("kind", kind);
  visit("folds", folds);
  visit("error", error);
  visit("standard_error", standard_error);
  visit("error_of_one", error_of_one);
  visit("path", path);
}

template <RecordOf<Certificate> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  // No fit leaves a solver out of balance, so that the file need not say it.
  [[maybe_unused]] auto& [objective, relative_gap, max_violation, is_balanced] = record;
  visit("objective", objective);
  visit("relative_gap", AnyNumber{relative_gap});
  visit("max_violation", AnyNumber{max_violation});
}

template <RecordOf<SurfaceRecord> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [input_hash, gap, axis_bins, lambda, lambda_max, cv, held_out, regions, leaves, certificate, train_rmse,
         train_deviance] = record;
  visit("input_hash", input_hash);
  visit("gap", gap);
  visit("axis_bins", AddedLater{axis_bins});
  visit("lambda", lambda);
  visit("lambda_max", lambda_max);
  visit("cv", cv);
  visit("held_out", AddedLater{held_out});
  visit("regions", regions);
  visit("leaves", leaves);
  visit("certificate", certificate);
  visit("train_rmse", train_rmse);
  visit("train_deviance", train_deviance);
}

template <RecordOf<GivenReading> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [delimiter, decimal, na, encoding] = record;
  visit("delimiter", delimiter);
  visit("decimal", decimal);
  visit("na", na);
  visit("encoding", encoding);
}

template <RecordOf<FitRecord> Record, typename Visit>
void visit_fields(Record& record, Visit&& visit) {
  auto& [version, options, method, loss, loss_parameter, outcome, weight, exposure, classes, rows, dropped_rows,
         reading, weight_kind, observations, total_weight, bins_rule, lambda_rule, folds, empty_cell_rule, train_rmse,
         train_deviance, held_out, notes] = record;
  visit("version", version);
  visit("options", options);
  visit("method", method);
  visit("loss", loss);
  visit("loss_parameter", loss_parameter);
  visit("outcome", outcome);
  visit("weight", weight);
  visit("exposure", exposure);
  visit("classes", classes);
  visit("rows", rows);
  visit("dropped_rows", dropped_rows);
  visit("reading", AddedLater{reading});
  visit("weight_kind", weight_kind);
  visit("observations", observations);
  visit("total_weight", total_weight);
  visit("bins_rule", bins_rule);
  visit("lambda_rule", lambda_rule);
  visit("folds", folds);
  visit("empty_cell_rule", empty_cell_rule);
  visit("train_rmse", train_rmse);
  visit("train_deviance", train_deviance);
  visit("held_out", AddedLater{held_out});
  visit("notes", notes);
}

}  // namespace gaptv
