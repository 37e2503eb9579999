// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

namespace gaptv::report {

// gaptv/report/page, compiled in: report.html, the files of script/ joined to one script, and report.css.
extern const std::string_view page_template;
extern const std::string_view page_script;
extern const std::string_view page_style;

}  // namespace gaptv::report
