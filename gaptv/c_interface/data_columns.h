// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/data/dataset.h"

namespace gaptv::c_interface {

// Puts a column into its place. The roles are those of gaptv_data_add_column(); others, a column without numbers that
// is no feature, and a feature without a name are refused.
void add_column(DataView& data, const std::string& role, const std::string& name, const ColumnView& column);

}  // namespace gaptv::c_interface
