// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columns.h"

namespace gaptv::python {

// Holds pairs of node numbers.
using EdgeArray =
    nanobind::ndarray<const std::int64_t, nanobind::shape<-1, 2>, nanobind::c_contig, nanobind::device::cpu>;

// Fits by total variation on a graph, or without edges on an array of this shape, whose neighbours along every axis are
// joined. Returns (value, plateau, objective, relative gap, largest violation), the first two by node.
nanobind::tuple denoise_array(const Column& values, const std::optional<Column>& weights,
                              const std::optional<EdgeArray>& edges, const std::optional<Column>& edge_weights,
                              const std::vector<std::size_t>& shape, double lambda, const std::string& loss,
                              std::size_t threads);

}  // namespace gaptv::python
