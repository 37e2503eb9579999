// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/tv/flow/graph_network.h"

namespace gaptv::tv {

// Shows optimal_range.h which neighbours of a node can still send to it or receive from it.
class NetworkSenders {
 public:
  explicit NetworkSenders(const GraphNetwork& network) : network_(network) {}

  template <typename Visit>
  void for_each_sender(std::size_t node, double direction, Visit&& visit) const {
    network_.for_each_arc(static_cast<Node>(node), [&](auto arc, Node u) {
      if (direction > 0 ? network_.has_room_backwards(arc) : network_.has_room(arc)) visit(static_cast<std::size_t>(u));
    });
  }

 private:
  const GraphNetwork& network_;
};

}  // namespace gaptv::tv
