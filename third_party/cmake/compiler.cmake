# Defines ooze_flags: an interface target with the flags that every target of this project shares.
add_library(ooze_flags INTERFACE)
target_compile_options(ooze_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  $<$<BOOL:${OOZE_WERROR}>:-Werror>
  # gcc 12 warns of overlaps in std::string's operator+ that do not exist (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Every compiler gives the same bits: gcc contracts a*b+c to one FMA by default, clang 14 does not.
  -ffp-contract=off
  # These two flags change no result: sqrt sets no errno, and floating-point operations are assumed not to trap.
  -fno-math-errno -fno-trapping-math)
if(OOZE_SANITIZE)
  add_compile_options(-fsanitize=${OOZE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OOZE_SANITIZE})
endif()
# With one instruction set, the compiler may use AVX2 everywhere, and Highway has no other target. FMA stays off, as in other builds.
if(OOZE_INSTRUCTION_SETS STREQUAL "one" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-mavx2 -mf16c -mpclmul -maes -DHWY_DISABLE_BMI2_FMA)
endif()
find_program(OOZE_CCACHE ccache)
if(OOZE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${OOZE_CCACHE})
  # The sloppiness lets ccache keep objects that use a precompiled header. With the base folder, a checkout in another folder finds the same
  # objects: ccache passes paths below that folder to the compiler relative to the build folder.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${OOZE_CCACHE})
endif()
# Precompiled headers hold the headers that most sources include. A target compiles them once, which takes a fifth of its sources' time.
# For the compiler cache, gcc's preprocessor must not expand the header, and clang must not check the header's time.
set(OOZE_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <memory> <optional> <span>
  <string> <string_view> <utility> <vector> <glm/geometric.hpp>)
# clang writes absolute paths into a precompiled header, so a compiler cache would serve one checkout only. With a cache, clang therefore
# compiles the library without precompiled headers, which checks that each source includes what it uses. Each test source then includes the
# headers of tests as text.
set(OOZE_PRECOMPILE ON)
if(OOZE_CCACHE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(OOZE_PRECOMPILE OFF)
endif()
function(ooze_precompile target)
  set_target_properties(${target} PROPERTIES OOZE_HEADERS "${OOZE_COMMON_HEADERS};${ARGN}")
  if(OOZE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${OOZE_COMMON_HEADERS} ${ARGN})
    ooze_use_precompiled(${target})
  endif()
endfunction()
# Shares the precompiled headers of another target that is compiled with the same options.
function(ooze_share_precompiled target owner)
  if(OOZE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    ooze_use_precompiled(${target})
    return()
  endif()
  get_target_property(headers ${owner} OOZE_HEADERS)
  list(TRANSFORM headers REPLACE "(.+)" "#include \\1")
  list(JOIN headers "\n" text)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/joined/${owner}.h)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}\n" @ONLY)
  target_compile_options(${target} PRIVATE "SHELL:-include ${file}")
endfunction()
function(ooze_use_precompiled target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# Joins a target's sources into files that include `batch` sources each, if OOZE_JOINED is on. A full build is then quicker (four tests of
# panels take 16 s of processor time instead of 29), and a build after a change of one source is slower. Sources with their own compile
# definitions or options are not joined, nor are files that include themselves or define a library. CMake's own unity build names sources
# by absolute paths, so a compiler cache would serve one checkout only. These files use paths relative to src or tests.
function(ooze_join target batch)
  if(NOT OOZE_JOINED)
    return()
  endif()
  # gcc takes a source that another source includes for a header, and warns.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  set(apart "")
  set(joined "")
  foreach(file IN LISTS sources)
    get_filename_component(path ${file} ABSOLUTE)
    get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
    get_source_file_property(options ${file} COMPILE_OPTIONS)
    file(STRINGS ${path} alone REGEX "define (HWY_TARGET_INCLUDE|STB_.*_IMPLEMENTATION)" LIMIT_COUNT 1)
    if(definitions OR options OR alone)
      list(APPEND apart ${file})
      continue()
    endif()
    foreach(root IN ITEMS src tests)
      if(path MATCHES "^${PROJECT_SOURCE_DIR}/${root}/(.*)$")
        list(APPEND joined ${CMAKE_MATCH_1})
      endif()
    endforeach()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/joined)
  set(number 0)
  while(joined)
    list(SUBLIST joined 0 ${batch} some)
    list(REMOVE_ITEM joined ${some})
    list(TRANSFORM some REPLACE "(.+)" "#include \"\\1\"")
    list(JOIN some "\n" text)
    file(CONFIGURE OUTPUT ${folder}/${target}_${number}.cpp CONTENT "${text}\n" @ONLY)
    list(APPEND apart ${folder}/${target}_${number}.cpp)
    math(EXPR number "${number} + 1")
  endwhile()
  set_property(TARGET ${target} PROPERTY SOURCES ${apart})
endfunction()
