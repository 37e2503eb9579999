# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# Installs the library, builds the consumer against what was installed and runs it:
#   cmake -D BUILD=FOLDER -D WORK=FOLDER -D SHARED=OFF -D COMPILER=c++ -D C_COMPILER=cc -P run.cmake
# With SHARED=ON the library is first built for it from nothing, as a user would. BUILD is the build to install otherwise.
cmake_minimum_required(VERSION 3.22)
set(source ${CMAKE_CURRENT_LIST_DIR}/../..)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK}/installed ${WORK}/consumer)
if(SHARED)
  set(BUILD ${WORK}/build)
  # Not optimised: what is exported and found is the same.
  run(${CMAKE_COMMAND} -S ${source} -B ${BUILD} -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=Debug
    -D CMAKE_CXX_FLAGS_DEBUG=-O0 -D BUILD_SHARED_LIBS=ON -D GAPTV_BUILD_CLI=OFF -D GAPTV_MERGE_SOURCES=all
    -D GAPTV_BUILD_FIGURES=${FIGURES})
  run(${CMAKE_COMMAND} --build ${BUILD})
endif()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)

# Through find_package().
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/consumer -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/installed -D EXAMPLES=${source}/examples)
run(${CMAKE_COMMAND} --build ${WORK}/consumer)
run(${WORK}/consumer/consumer ${WORK}/consumer/model.json)
if(FIGURES)
  run(${WORK}/consumer/draw_figure ${WORK}/consumer/figure.pdf)
endif()

# The same for C.
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/c -B ${WORK}/consumer/c -G Ninja -D CMAKE_C_COMPILER=${C_COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/installed -D EXAMPLES=${source}/examples -D TESTS=${source}/tests)
run(${CMAKE_COMMAND} --build ${WORK}/consumer/c)
run(${WORK}/consumer/c/test_c_program ${WORK}/consumer/c)
run(${CMAKE_COMMAND} -E chdir ${WORK}/consumer/c ./fit_in_c)

# Through pkg-config.
set(modules "gaptv >= 0.1")
if(FIGURES)
  list(APPEND modules gaptv_figures)
endif()
file(GLOB_RECURSE pc_file ${WORK}/installed/gaptv.pc)
get_filename_component(pc_folder ${pc_file} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
execute_process(COMMAND pkg-config --cflags --libs ${modules} OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
get_filename_component(libraries ${pc_folder} DIRECTORY)
run(${COMPILER} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/main.cc -o ${WORK}/consumer/by_pkg_config ${flags} -Wl,-rpath,${libraries})
run(${WORK}/consumer/by_pkg_config ${WORK}/consumer/model.json)

# The same for C.
execute_process(COMMAND pkg-config --cflags --libs "gaptv >= 0.1" OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
run(${C_COMPILER} -std=c99 -pedantic -Wall -Wextra -Werror ${source}/examples/fit_in_c.c -o ${WORK}/consumer/c/by_pkg_config
  ${flags} -Wl,-rpath,${libraries})
run(${CMAKE_COMMAND} -E chdir ${WORK}/consumer/c ./by_pkg_config)

# A shared library offers what is marked by GAPTV_API, and no solver. (What C calls was linked above.)
if(SHARED)
  execute_process(COMMAND nm -D -C --defined-only ${libraries}/libgaptv.so OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  if(NOT names MATCHES " gaptv::fit\\(gaptv::DataView const&")
    message(FATAL_ERROR "libgaptv.so does not offer gaptv::fit")
  endif()
  string(REGEX MATCHALL "[^\n]*( gaptv::(csv|cart|crisp|c_interface)::|Network|Partition|GridSolver|gap_curve|nlohmann)[^\n]*" leaks "${names}")
  if(leaks)
    list(JOIN leaks "\n" leaks)
    message(FATAL_ERROR "libgaptv.so offers internal names:\n${leaks}")
  endif()
endif()
