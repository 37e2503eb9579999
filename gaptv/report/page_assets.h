// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

namespace gaptv::report {

// The files of gaptv/report/page are compiled in: report.html, the files of script/ joined to one script, and
// report.css.
extern const std::string_view page_template;
extern const std::string_view page_script;
extern const std::string_view page_style;

// These are the SHA-256 digests of the script and the style in base64, computed by the build. The page's
// Content-Security-Policy names them, so that nothing else runs.
extern const std::string_view page_script_digest;
extern const std::string_view page_style_digest;

}  // namespace gaptv::report
