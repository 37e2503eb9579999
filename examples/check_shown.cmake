# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# Fails unless a document shows an example as it is, but for its licence tag:
#   cmake -D EXAMPLE=FILE -D DOCUMENT=FILE -P check_shown.cmake
file(READ ${EXAMPLE} example)
file(READ ${DOCUMENT} document)
string(FIND "${example}" "#include" begin)
string(SUBSTRING "${example}" ${begin} -1 example)
string(FIND "${document}" "\n```c\n${example}```\n" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${DOCUMENT} does not show ${EXAMPLE} as it is; copy it there")
endif()
