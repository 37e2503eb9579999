# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# The libraries as others link them when BUILD_SHARED_LIBS is on: made of what the static ones were compiled to. The program
# and the tests link the static ones, as they use internal names.
function(add_shared_twin static)
  add_library(${static}_shared SHARED $<TARGET_OBJECTS:${static}>)
  # Before version 1 each minor version may break what was there.
  set_target_properties(${static}_shared PROPERTIES OUTPUT_NAME ${static} LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
endfunction()

add_shared_twin(gaptv)
set_target_properties(gaptv_shared PROPERTIES EXPORT_NAME gaptv)
target_compile_features(gaptv_shared INTERFACE cxx_std_20)
target_link_libraries(gaptv_shared PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:gaptv_flags>)
if(ZLIB_FOUND)
  target_link_libraries(gaptv_shared PRIVATE ZLIB::ZLIB)
endif()
if(SQLite3_FOUND)
  target_link_libraries(gaptv_shared PRIVATE SQLite::SQLite3)
endif()

if(TARGET gaptv_figures)
  add_shared_twin(gaptv_figures)
  set_target_properties(gaptv_figures_shared PROPERTIES EXPORT_NAME figures)
  # Figures use internal names of the library: they carry their own hidden copy of those few.
  target_link_libraries(gaptv_figures_shared PUBLIC gaptv_shared PRIVATE $<BUILD_INTERFACE:gaptv> PkgConfig::CAIRO)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -Wl,--exclude-libs,libgaptv.a GAPTV_CAN_HIDE_ARCHIVES)
  if(GAPTV_CAN_HIDE_ARCHIVES)
    target_link_options(gaptv_figures_shared PRIVATE -Wl,--exclude-libs,libgaptv.a)
  endif()
endif()
