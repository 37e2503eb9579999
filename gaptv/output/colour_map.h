// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv {

// Each part goes from 0 to 255.
struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};

// These give the colours of the shares 0 (lowest) to 1 (highest), linear between stops at equal distances. Shares
// beyond take the colour of the end. Both scales read the same to the colour-blind.

// Goes from dark blue over green to yellow: lighter is higher.
Colour viridis(double share);

// Goes from blue over white at 0.5 to red.
Colour blue_white_red(double share);

}  // namespace gaptv
