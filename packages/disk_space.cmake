# Ends cpack in one line if the disk has too little space. CPack itself reports a full disk in many lines, for each file anew.
set(least 100)  # space that the files of the package take, stripped and packed [MB]
set(folder "${CPACK_PACKAGE_DIRECTORY}")
while(NOT EXISTS "${folder}" AND NOT folder STREQUAL "/")
  cmake_path(GET folder PARENT_PATH folder)
endwhile()
execute_process(COMMAND df --output=avail --block-size=MB "${folder}" OUTPUT_VARIABLE available ERROR_QUIET)
if(available MATCHES "([0-9]+)MB" AND CMAKE_MATCH_1 LESS least)
  message(FATAL_ERROR "the disk of ${folder} is full: a package needs ${least} MB, and ${CMAKE_MATCH_1} MB are free")
endif()
