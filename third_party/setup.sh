#!/usr/bin/env bash
# Installs the compiler, CMake, Ninja and every library that Ooze uses, from the distribution. The script is idempotent, and quick
# if everything is installed already. CI runs on Debian 12. The lists of the other distributions are untested.
set -euo pipefail
cd "$(dirname "$0")"

debian=(g++ clang libclang-rt-14-dev clang-format doxygen cmake ninja-build ccache pkg-config git python3 python3-glad python3-jsonschema
  libglfw3-dev libegl-dev libgl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libglx-mesa0 libimgui-dev libstb-dev
  libglm-dev libeigen3-dev libtbb-dev libhwy-dev libassimp-dev libbullet-dev nlohmann-json3-dev libcli11-dev libspdlog-dev libfmt-dev libmd4c-dev
  libopenexr-dev libzstd-dev zlib1g-dev libxxhash-dev libseccomp-dev libgtest-dev libgmock-dev libbenchmark-dev
  python3-pybind11 pybind11-dev python3-dev python3-numpy python3-pytest mypy  # the Python module and its tests
  libopenvdb-dev libboost-dev  # OpenVDB's headers include Boost
  glmark2-data fonts-inter fonts-dejavu-core fonts-font-awesome ffmpeg xvfb xauth xdotool x11-utils libx11-dev
  libportal-dev dbus-daemon python3-gi  # the file dialog of the desktop, and its test
  dpkg-dev gzip desktop-file-utils appstream shared-mime-info libglib2.0-bin  # the package, and its test
  slurmctld slurmd slurm-client  # a scheduler for tests, which start its daemons themselves
  blender python3-vtk9 nodejs)  # readers of files that Ooze exports; nodejs runs the packages of package.json
# Untested lists:
fedora=(gcc-c++ clang compiler-rt clang-tools-extra doxygen cmake ninja-build ccache pkgconf git python3 python3-glad python3-jsonschema
  glfw-devel mesa-libEGL-devel mesa-libGL-devel mesa-dri-drivers imgui-devel stb-devel glm-devel eigen3-devel tbb-devel
  google-highway-devel assimp-devel bullet-devel json-devel cli11-devel spdlog-devel fmt-devel libzstd-devel md4c-devel zlib-devel xxhash-devel libseccomp-devel libportal-devel openvdb-devel boost-devel gtest-devel
  gmock-devel google-benchmark-devel glmark2 rsms-inter-fonts dejavu-sans-fonts fontawesome-fonts ffmpeg-free
  xorg-x11-server-Xvfb xdotool libX11-devel openexr-devel pybind11-devel python3-devel python3-numpy python3-pytest python3-mypy nodejs npm)
arch=(gcc clang doxygen cmake ninja ccache pkgconf git python-glad python-jsonschema glfw mesa imgui stb glm eigen onetbb highway assimp bullet
  nlohmann-json cli11 spdlog fmt md4c zstd zlib xxhash libseccomp libportal openvdb boost gtest benchmark glmark2 inter-font ttf-dejavu ttf-font-awesome ffmpeg
  xorg-server-xvfb xdotool libx11 openexr pybind11 python-numpy python-pytest mypy nodejs npm)
homebrew=(doxygen cmake ninja ccache pkg-config glfw glm eigen tbb highway assimp bullet nlohmann-json cli11 spdlog fmt md4c zstd zlib xxhash openvdb googletest
  google-benchmark openexr pybind11 numpy mypy ffmpeg node)

asRoot() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if command -v apt-get >/dev/null; then
  missing=()
  # Some distributions of nodejs contain npm, and conflict with Debian's npm package.
  command -v npm >/dev/null || debian+=(npm)
  for package in "${debian[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    # Ubuntu and later Debians name the sanitizer runtime after their own clang.
    asRoot apt-get update -qq
    if ! apt-cache show libclang-rt-14-dev >/dev/null 2>&1; then
      version=$(apt-cache depends clang | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -1)
      missing=("${missing[@]/libclang-rt-14-dev/libclang-rt-$version-dev}")
    fi
    echo "setup: installing ${missing[*]}"
    asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  fi
elif command -v dnf >/dev/null; then
  echo "setup: the Fedora list is untested" >&2
  asRoot dnf install -y "${fedora[@]}"
elif command -v pacman >/dev/null; then
  echo "setup: the Arch list is untested" >&2
  asRoot pacman -S --needed --noconfirm "${arch[@]}"
elif command -v brew >/dev/null; then
  echo "setup: the Homebrew list is untested. Install Dear ImGui, glad and stb with vcpkg.json" >&2
  brew install "${homebrew[@]}"
else
  echo "setup: found no known package manager (apt-get, dnf, pacman, brew). third_party/README.md lists the packages to install" >&2
  exit 1
fi
if [ ! -e node_modules/tinyusdz/tinyusdz.wasm ]; then
  if command -v npm >/dev/null; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  else
    echo "setup: npm is not installed. One test of exported USD files will be skipped" >&2
  fi
fi
echo "setup: everything is installed"
