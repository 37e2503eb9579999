# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
cmake_policy(VERSION 3.22)  # also where this is read while installing

# What a user of the installed library includes. Everything else that is installed follows from these by their includes.
set(gaptv_entry_headers gaptv/gaptv.h gaptv/gaptv_c.h)
set(gaptv_figures_entry_headers gaptv/figures/comparison_figure.h gaptv/figures/figure.h gaptv/figures/model_figure.h)

# Stores in `result` the entry headers and all headers of ours that they include, directly or not, as paths from the
# roots, the folders that are searched. Stops if one of them includes what a user may not have: anything but ours and the
# standard library, whose names have neither a folder nor a dot, but for what C calls some of it.
function(collect_public_headers result roots entries)
  set(found "")
  while(entries)
    list(POP_FRONT entries header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    find_public_header(path "${roots}" ${header})
    file(STRINGS ${path} lines REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS lines)
      if(line MATCHES "include[ \t]*\"(gaptv/[^\"]+)\"")
        list(APPEND entries ${CMAKE_MATCH_1})
      elseif(NOT line MATCHES "include[ \t]*<([a-z_0-9]+|stddef\\.h|stdint\\.h)>")
        message(FATAL_ERROR "The public header ${header} has '${line}', which is not installed with it. Include it in a "
          ".cc file or in a header that no public one includes")
      endif()
    endforeach()
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Stores where the header lies in `result`.
function(find_public_header result roots header)
  foreach(root IN LISTS roots)
    if(EXISTS ${root}/${header})
      set(${result} ${root}/${header} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "The public header ${header} is in none of: ${roots}")
endfunction()

# Called while installing: copies the headers below `destination`, keeping their folders.
function(install_public_headers destination roots entries)
  collect_public_headers(headers "${roots}" "${entries}")
  foreach(header IN LISTS headers)
    find_public_header(path "${roots}" ${header})
    get_filename_component(folder ${header} DIRECTORY)
    file(INSTALL ${path} DESTINATION ${destination}/${folder})
  endforeach()
endfunction()
