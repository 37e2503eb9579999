// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/table_source.h"

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse_to_divide_rows() {
  throw InvalidInput(mention_option("held_out", "nested") + " chooses bins without the rows of a fold, for which it " +
                     "needs the rows themselves; use " + mention_option("held_out", "recipe"));
}

}  // namespace

std::unique_ptr<TableSource> TableSource::leave_out_fold(std::size_t /*fold*/, Progress& /*progress*/) const {
  refuse_to_divide_rows();
}

CellTable TableSource::tabulate_fold(std::size_t /*fold*/, const Grid& /*grid*/, const OutcomeScale& /*scale*/) const {
  refuse_to_divide_rows();
}

}  // namespace gaptv
