// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/one_vs_rest.h"

namespace gaptv {
namespace {

class OneVsRest final : public Loss {
 public:
  std::string_view name() const override { return one_vs_rest; }
  AcceptedOutcomes accepts() const override { return {.are_many_classes = true}; }
};

}  // namespace

bool is_one_vs_rest(std::string_view name) {
  return name == one_vs_rest;
}

const Loss& one_vs_rest_loss() {
  static const OneVsRest loss;
  return loss;
}

const CellLoss& loss_of_each_class() {
  return binomial_loss();
}

}  // namespace gaptv
