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
  set(CMAKE_CXX_COMPILER_LAUNCHER ${OOZE_CCACHE})
endif()
