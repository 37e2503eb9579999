# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# The page of the report as C++: page_assets.cc in the folder of the build. The script is one function, of the files of
# script/ in this order: what a file runs at once, rather than when it is called, uses only files before it.
set(page_script_files page packed numbers models partitions scales colours regions axes map labels plane line legend curve choices texts
  shown pointer table download start)

# Reads a file of the page; when it changes, the build configures again.
macro(read_page_file file variable)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${file} ${variable})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/${file})
endmacro()

# Sets `variable` to the SHA-256 digest of the text in base64, which is how a Content-Security-Policy names what may run.
# The 32 bytes and one of zeros make 44 digits, the last of which stands for nothing.
function(digest_for_policy text variable)
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(SHA256 hexadecimal "${text}")
  set(digest "")
  foreach(begin RANGE 0 60 6)
    string(SUBSTRING "${hexadecimal}00" ${begin} 6 three_bytes)
    foreach(shift 18 12 6 0)
      math(EXPR index "(0x${three_bytes} >> ${shift}) & 63")
      string(SUBSTRING "${digits}" ${index} 1 digit)
      string(APPEND digest "${digit}")
    endforeach()
  endforeach()
  string(REGEX REPLACE "A$" "=" digest "${digest}")
  set(${variable} "${digest}" PARENT_SCOPE)
endfunction()

set(GAPTV_PAGE_PIECES "")
foreach(name IN LISTS page_script_files)
  read_page_file(script/${name}.js piece)
  # The licence is said once for all.
  string(REPLACE "// SPDX-License-Identifier: MIT\n// Copyright (c) the GapTV authors\n" "\n" piece "${piece}")
  string(APPEND GAPTV_PAGE_PIECES "${piece}")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/report.js.in ${CMAKE_CURRENT_BINARY_DIR}/report.js @ONLY)

file(READ ${CMAKE_CURRENT_BINARY_DIR}/report.js GAPTV_PAGE_SCRIPT)
read_page_file(report.html GAPTV_PAGE_TEMPLATE)
read_page_file(report.css GAPTV_PAGE_STYLE)
digest_for_policy("${GAPTV_PAGE_SCRIPT}" GAPTV_PAGE_SCRIPT_DIGEST)
digest_for_policy("${GAPTV_PAGE_STYLE}" GAPTV_PAGE_STYLE_DIGEST)
configure_file(${CMAKE_CURRENT_LIST_DIR}/assets.cc.in ${CMAKE_CURRENT_BINARY_DIR}/page_assets.cc @ONLY)
