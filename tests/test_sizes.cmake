# Registers the tests of an executable with ctest by size. tests/sizes.txt gives the sizes, and tests/README.md explains them.
set(sizeFile ${CMAKE_CURRENT_SOURCE_DIR}/sizes.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sizeFile})

# Reads the patterns of one executable and one class from sizes.txt, joined by colons as in a GoogleTest filter.
function(ooze_read_sizes executable class result)
  file(STRINGS ${sizeFile} lines REGEX "^${class} +${executable} ")
  list(TRANSFORM lines REPLACE "^[a-z]+ +[a-z_]+ +([^ ]+).*$" "\\1")
  list(JOIN lines ":" filter)
  set(${result} "${filter}" PARENT_SCOPE)
endfunction()

# Registers tests that run in few processes. ctest lists the processes, and each process prints the names of its tests.
function(ooze_register_shards executable label size shards timeout filter)
  string(REGEX REPLACE "^ooze_(.+)_tests$" "\\1" short ${executable})
  set(folder ${PROJECT_BINARY_DIR}/tests)
  # A file with the filter keeps the command short. To run the same tests by hand: EXECUTABLE --gtest_flagfile=FILE
  set(flags ${folder}/${short}_${label}.flags)
  file(CONFIGURE OUTPUT ${flags} CONTENT "--gtest_filter=${filter}\n" @ONLY)
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    set(test ${short}.${label}.${shard})
    add_test(NAME ${test}
      COMMAND ${executable} --gtest_flagfile=${flags} --gtest_output=json:${folder}/times/${test}.json)
    set_tests_properties(${test} PROPERTIES LABELS "${executable};${size}" TIMEOUT ${timeout} COST ${timeout}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

# Registers each row of large tests as one ctest test, so that .ci/rotating-tests can choose some of them. Tests of class `alone` assert a wall-clock
# time. They are medium tests, and nothing else runs during them.
function(ooze_register_tests executable timeout smallShards mediumShards)
  foreach(class IN ITEMS medium large alone unsanitized)
    ooze_read_sizes(${executable} ${class} ${class})
  endforeach()
  string(REPLACE ":" ";" largeRows "${large}")
  string(REGEX REPLACE "^ooze_(.+)_tests$" "\\1" short ${executable})
  if(OOZE_SANITIZE AND unsanitized)
    set(without ":${unsanitized}")
  else()
    set(without "")
  endif()
  ooze_register_shards(${executable} small small ${smallShards} ${timeout} "-${medium}:${large}:${alone}${without}")
  if(medium)
    ooze_register_shards(${executable} medium medium ${mediumShards} ${timeout} "${medium}-${large}:${alone}${without}")
  endif()
  if(alone)
    ooze_register_shards(${executable} alone medium 1 ${timeout} "${alone}-${large}${without}")
    set_tests_properties(${short}.alone.0 PROPERTIES RUN_SERIAL ON)
  endif()
  # Each row runs in one process. The test fails if its row matches no test.
  if(OOZE_SANITIZE AND unsanitized)
    string(REPLACE ":" ";" unsanitizedRows "${unsanitized}")
    list(REMOVE_ITEM largeRows ${unsanitizedRows})
  endif()
  foreach(pattern IN LISTS largeRows)
    add_test(NAME ${pattern} COMMAND ${executable} --gtest_filter=${pattern}-${alone}${without})
    set_tests_properties(${pattern} PROPERTIES LABELS "${executable};large" TIMEOUT ${timeout} FAIL_REGULAR_EXPRESSION "Running 0 tests")
  endforeach()
endfunction()
