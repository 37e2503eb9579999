# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# What `cmake --install` puts where: the library, its headers, what CMake and pkg-config need to find them, and the program
# with its manual page and completions. The components are `development` and `program`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(cmake/public_headers.cmake)

set(header_roots ${PROJECT_SOURCE_DIR} ${generated_headers})
# Says what is wrong with the headers now rather than when somebody installs.
collect_public_headers(public_headers "${header_roots}" "${gaptv_entry_headers}")
collect_public_headers(public_headers "${header_roots}" "${gaptv_figures_entry_headers}")

# Installs the libraries of one find_package() component with their headers. The headers are looked for when they are
# installed, so that they are those of that moment.
function(install_library export_set entries)
  install(TARGETS ${ARGN} EXPORT ${export_set}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(CODE "include(\"${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake\")
    install_public_headers(\"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\" \"${header_roots}\" \"${entries}\")"
    COMPONENT development)
  install(EXPORT ${export_set} NAMESPACE gaptv:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gaptv COMPONENT development)
endfunction()

# Writes and installs NAME.pc. What a static library needs has to be named to everybody who links it; what a shared one
# needs, only to those who ask pkg-config for --static.
function(install_pkg_config name description requires requires_inside libraries_inside)
  if(BUILD_SHARED_LIBS)
    set(private_fields "Requires.private: ${requires_inside}\nLibs.private: ${libraries_inside}\n")
  else()
    string(APPEND requires " ${requires_inside}")
    set(public_libraries " ${libraries_inside}")
  endif()
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up ${up})
  configure_file(cmake/pkg_config.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

# Who links a static library by a compiler for C has to name what one for C++ adds by itself.
set(libraries_of_cxx stdc++ c++ m)
set(needless_libraries ${libraries_of_cxx})
list(REMOVE_ITEM needless_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(REMOVE_ITEM libraries_of_cxx ${needless_libraries})
list(TRANSFORM libraries_of_cxx PREPEND -l)
list(JOIN libraries_of_cxx " " libraries_by_hand)
string(APPEND libraries_by_hand " ${CMAKE_THREAD_LIBS_INIT}")
set(modules_inside "")
if(ZLIB_FOUND)
  list(APPEND modules_inside zlib)
endif()
if(SQLite3_FOUND)
  list(APPEND modules_inside sqlite3)
endif()
list(JOIN modules_inside " " modules_inside)
if(BUILD_SHARED_LIBS)
  install_library(gaptvTargets "${gaptv_entry_headers}" gaptv_shared)
else()
  install_library(gaptvTargets "${gaptv_entry_headers}" gaptv)
endif()
install_pkg_config(gaptv "${PROJECT_DESCRIPTION}" "" "${modules_inside}" "${libraries_by_hand}")

if(TARGET gaptv_figures)
  if(BUILD_SHARED_LIBS)
    install_library(gaptvFiguresTargets "${gaptv_figures_entry_headers}" gaptv_figures_shared)
  else()
    install_library(gaptvFiguresTargets "${gaptv_figures_entry_headers}" gaptv_figures)
  endif()
  list(JOIN cairo_modules " " cairo_requires)
  string(REPLACE ">=" " >= " cairo_requires "${cairo_requires}")
  install_pkg_config(gaptv_figures "Figures of GapTV's models" gaptv "${cairo_requires}" "")
endif()

configure_package_config_file(cmake/gaptvConfig.cmake.in gaptvConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gaptv NO_SET_AND_CHECK_MACRO)
# Before version 1 each minor version may break what was there.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gaptvConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gaptvConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/gaptvConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gaptv COMPONENT development)

# The program writes its own manual page and completions.
function(install_program_output destination file)
  list(JOIN ARGN "\" \"" arguments)
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:gaptv_cli>\" \"${arguments}\"
      OUTPUT_FILE \"${CMAKE_CURRENT_BINARY_DIR}/${file}\" COMMAND_ERROR_IS_FATAL ANY)
    file(INSTALL \"${CMAKE_CURRENT_BINARY_DIR}/${file}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${destination}\")"
    COMPONENT program)
endfunction()

if(TARGET gaptv_cli)
  install(TARGETS gaptv_cli RUNTIME COMPONENT program)
  if(NOT CMAKE_CROSSCOMPILING)
    install_program_output(${CMAKE_INSTALL_MANDIR}/man1 gaptv.1 manual)
    install_program_output(${CMAKE_INSTALL_DATADIR}/bash-completion/completions gaptv.bash completion bash)
    install_program_output(${CMAKE_INSTALL_DATADIR}/zsh/site-functions _gaptv completion zsh)
    install_program_output(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d gaptv.fish completion fish)
  endif()
endif()
