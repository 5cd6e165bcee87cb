# Flags that every target of this project shares, as the interface target ooze_flags.
add_library(ooze_flags INTERFACE)
target_compile_options(ooze_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  $<$<BOOL:${OOZE_WERROR}>:-Werror>
  # gcc 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # The same bits on every compiler: gcc contracts a*b+c to one FMA by default, clang 14 does not.
  -ffp-contract=off
  # Neither changes a result: no errno from sqrt, no assumption that floating point traps.
  -fno-math-errno -fno-trapping-math)
if(OOZE_SANITIZE)
  add_compile_options(-fsanitize=${OOZE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OOZE_SANITIZE})
endif()
find_program(OOZE_CCACHE ccache)
if(OOZE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${OOZE_CCACHE})
  # Without these it would keep nothing that a precompiled header goes into.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${OOZE_CCACHE})
endif()
# What most sources include, compiled once for each target: a fifth of the time that its sources take.
# gcc's preprocessor must leave the header alone for the compiler cache, and clang may not look at its time. The
# library goes without under sanitizers, so that every source of it includes what it needs.
set(OOZE_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <memory> <optional> <span>
  <string> <string_view> <utility> <vector> <glm/geometric.hpp>)
function(ooze_precompile target)
  if(OOZE_SANITIZE AND target MATCHES "^ooze_(core|readers)$")
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${OOZE_COMMON_HEADERS} ${ARGN})
  ooze_use_precompiled(${target})
endfunction()
# Those of another target, which is compiled with the same options.
function(ooze_share_precompiled target owner)
  target_precompile_headers(${target} REUSE_FROM ${owner})
  ooze_use_precompiled(${target})
endfunction()
function(ooze_use_precompiled target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# With OOZE_JOINED the sources of a target are compiled `batch` at a time: from nothing that is quicker (four tests of panels in 16 s
# of processor time instead of 29), after a change of one of them slower. Left alone are files that include themselves or define a library.
function(ooze_join target batch)
  if(NOT OOZE_JOINED)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  # A source that another includes is no header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  foreach(file IN LISTS sources)
    file(STRINGS ${file} ofItsOwn REGEX "define (HWY_TARGET_INCLUDE|STB_.*_IMPLEMENTATION)" LIMIT_COUNT 1)
    if(ofItsOwn)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
