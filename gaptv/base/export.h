// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

// The library hides its names, so that a shared one offers only the public interface and internal names may change.
// GAPTV_API marks what a user may call, derive from or catch. This header is valid C too.
#if defined(__GNUC__)
#define GAPTV_API __attribute__((visibility("default")))
#else
#define GAPTV_API
#endif
