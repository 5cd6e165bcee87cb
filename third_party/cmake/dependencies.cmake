# How each dependency is found. Nothing is downloaded and nothing is vendored: third_party/setup.sh installs
# the distribution's packages, third_party/README.md says why each one is here.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
include(third_party/cmake/bullet.cmake)
find_package(glm REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(assimp REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
# Optional: what the kernel forbids the processes that read files of others (base/call_filter.h). Its lists are of
# calls on 64 bits.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  pkg_check_modules(seccomp IMPORTED_TARGET libseccomp>=2.5)
endif()
if(OOZE_BUILD_TESTS)
  find_package(benchmark REQUIRED)
endif()
if(OOZE_PARALLEL STREQUAL "tbb")
  find_package(TBB REQUIRED)
endif()

if(OOZE_BUILD_VIEW)
  find_package(glfw3 3.3 REQUIRED)
  find_package(OpenGL REQUIRED COMPONENTS EGL)
  find_package(CLI11 2.1 REQUIRED)
  find_package(ZLIB REQUIRED)
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  include(third_party/cmake/glad.cmake)
endif()

# The Stanford bunny is data of Debian's glmark2-data, never committed; without it a procedural bunny takes its place.
find_file(OOZE_BUNNY_OBJ bunny.obj PATHS /usr/share/glmark2/models /usr/local/share/glmark2/models /opt/homebrew/share/glmark2/models NO_DEFAULT_PATH)
if(NOT OOZE_BUNNY_OBJ)
  set(OOZE_BUNNY_OBJ "")
  message(STATUS "bunny.obj (Debian package glmark2-data) not found: scenes use the procedural bunny")
endif()
find_file(OOZE_FONT_TEXT NAMES Inter-Medium.otf Inter-Regular.otf DejaVuSans.ttf
  PATHS /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/dejavu NO_DEFAULT_PATH)
find_file(OOZE_FONT_ICONS NAMES fontawesome-webfont.ttf PATHS /usr/share/fonts/truetype/font-awesome /usr/share/fonts-font-awesome/fonts NO_DEFAULT_PATH)
