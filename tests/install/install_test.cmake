# Installs Ooze's component core into an empty prefix, moves the prefix, then builds the examples against it and runs them as a user without a
# home. Arguments: BUILD (Ooze's build folder), SOURCE (the project's), WORK (scratch) and COMPILER.
file(REMOVE_RECURSE "${WORK}")
set(prefix "${WORK}/moved prefix")
set(programs "${WORK}/examples")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Runs an example without a home and with the variables that `VARIABLES` sets. Stores exit status, output and messages in `status`, `out` and `error`.
macro(runExample)
  cmake_parse_arguments(arg "" "" "VARIABLES;COMMAND" ${ARGN})
  list(POP_FRONT arg_COMMAND program)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=HOME --unset=XDG_CACHE_HOME --unset=XDG_DATA_HOME
      --unset=XDG_STATE_HOME --unset=XDG_RUNTIME_DIR --unset=OOZE_ASSETS ${arg_VARIABLES} "${programs}/${program}" ${arg_COMMAND}
    WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE error)
endmacro()

# Fails, and prints the expectation and the last example's output.
function(fail expected)
  message(FATAL_ERROR "expected: ${expected}\nstatus: ${status}\noutput: ${out}\nmessages: ${error}")
endfunction()

# Checks that the last example caught an error of one line that holds `text`, and ended by itself.
function(expectError text)
  string(FIND "${error}" "${text}" place)
  if(place EQUAL -1 OR NOT "${error}" MATCHES "^[^\n]+\n$" OR NOT "${status}" STREQUAL "2")
    fail("status 2, and one line with ${text}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component core)
file(RENAME "${WORK}/prefix" "${prefix}")

file(GLOB_RECURSE installed RELATIVE "${prefix}/include" "${prefix}/include/*")
file(GLOB_RECURSE public RELATIVE "${SOURCE}/include" "${SOURCE}/include/*")
if(NOT "${installed}" STREQUAL "${public}")
  fail("the installed headers are those of include/, and no others")
endif()

run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/examples -B ${programs} "-DCMAKE_PREFIX_PATH=${prefix}" -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${programs})

runExample(COMMAND run_scene clavet_pour_bunny 0.4)
if(NOT "${status}" STREQUAL "0" OR NOT "${out}" MATCHES "[1-9][0-9]* particles after 0\\.4[0-9]* s, hash [0-9a-f]+\n$")
  fail("a scene runs, and its particle count, time and hash are printed")
endif()

runExample(COMMAND write_particles frames clavet_fast_splash 5)
file(GLOB frames RELATIVE "${WORK}/frames" "${WORK}/frames/*")
set(expectedFrames particles.0001.ply particles.0002.ply particles.0003.ply particles.0004.ply particles.0005.ply surface.ply)
if(NOT "${status}" STREQUAL "0" OR NOT "${frames}" STREQUAL "${expectedFrames}")
  fail("one file for each frame, and one surface file, instead of ${frames}")
endif()
foreach(file IN LISTS frames)
  file(READ "${WORK}/frames/${file}" header LIMIT 300)
  if(NOT header MATCHES "^ply\nformat binary_little_endian 1.0\n.*element vertex [1-9]")
    fail("${file} holds vertices")
  endif()
endforeach()

runExample(COMMAND floating_body)
if(NOT "${status}" STREQUAL "0" OR NOT "${out}" MATCHES "The crate floats")
  fail("a body floats")
endif()

# The program catches an exception for each error. The exception's text names the folders that were searched for assets.
runExample(COMMAND run_scene clavet_pour_bunni)
expectError("unknown scene \"clavet_pour_bunni\" in \"${prefix}/share/ooze/assets\"; did you mean \"clavet_pour_bunny\"?")
runExample(COMMAND write_particles frames clavet_fast_splash 1 xyz)
expectError("must end in .ply")

# Without its assets, the library does not use the source tree that it was built from.
file(RENAME "${prefix}/share/ooze/assets" "${WORK}/other assets")
runExample(COMMAND run_scene)
expectError("unknown scene \"clavet_pour_bunny\": there are no assets in \"${programs}/assets\"")
expectError("\"${prefix}/share/ooze/assets\"; set OOZE_ASSETS")
runExample(COMMAND run_scene clavet_pour_bunny 0.1 VARIABLES "OOZE_ASSETS=${WORK}/other assets")
if(NOT "${status}" STREQUAL "0")
  fail("OOZE_ASSETS names the folder of the assets")
endif()
