# glad 2 generates the OpenGL 4.1 core loader at build time. --reproducible keeps glad offline. The list of used
# extensions reduces the source to an eighth of its full length.
find_program(OOZE_GLAD glad REQUIRED)
set(gladDir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${gladDir}/src/gl.c ${gladDir}/include/glad/gl.h
  COMMAND ${OOZE_GLAD} --reproducible --quiet --api gl:core=4.1 --extensions GL_KHR_debug,GL_KHR_robustness,GL_ARB_robustness --out-path ${gladDir} c
  COMMENT "Generating the OpenGL loader" VERBATIM)
add_library(ooze_glad STATIC ${gladDir}/src/gl.c)
target_include_directories(ooze_glad SYSTEM PUBLIC ${gladDir}/include)
target_link_libraries(ooze_glad PUBLIC ${CMAKE_DL_LIBS})
