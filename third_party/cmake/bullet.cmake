# Defines ooze_bullet: the three Bullet libraries that contacts between bodies need. Bullet's own CMake files name all Bullet
# libraries, and pkg-config adds the soft-body library. This file is installed for programs that link Ooze's static library.
find_path(OOZE_BULLET_INCLUDE btBulletDynamicsCommon.h PATH_SUFFIXES bullet REQUIRED)
add_library(ooze_bullet INTERFACE IMPORTED)
target_include_directories(ooze_bullet SYSTEM INTERFACE ${OOZE_BULLET_INCLUDE})
foreach(library BulletDynamics BulletCollision LinearMath)
  find_library(OOZE_${library} ${library} REQUIRED)
  target_link_libraries(ooze_bullet INTERFACE ${OOZE_${library}})
endforeach()
# Some distributions build Bullet for doubles. Bullet's headers then need a definition.
pkg_check_modules(bullet QUIET bullet)
target_compile_options(ooze_bullet INTERFACE ${bullet_CFLAGS_OTHER})
