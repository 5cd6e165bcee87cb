// A scene that is quick to simulate, in a folder of its own that goes when the test ends.
#pragma once

#include "ooze/base/file.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace ooze {

inline constexpr const char* kSmallScene = R"({
  "version": 1,
  "title": "Small pour",
  "description": "A thin jet on a floor.",
  "method": "clavet",
  "h": 0.02,
  "duration": 2,
  "particle_limit": 3000,
  "domain": {"lower": [-1, -1, -1], "upper": [1, 1, 1]},
  "materials": [{"name": "goo", "file": "honey"}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.04}}, "position": [0, 0.05, 0]}],
  "emitters": [{"name": "spout", "radius": 0.012, "speed": 0.5, "position": [0, 0.2, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "camera": {"eye": [0, 0.25, 0.6], "target": [0, 0.08, 0]}
})";

/// A ball that floats in the middle of a small pool, and a block beside it.
inline constexpr const char* kPoolScene = R"({
  "version": 1,
  "title": "Small pool",
  "description": "A ball and a block in a pool.",
  "method": "clavet",
  "h": 0.02,
  "duration": 2,
  "domain": {"lower": [-0.5, -0.2, -0.5], "upper": [0.5, 0.8, 0.5]},
  "materials": [{"name": "pond", "file": "water"}],
  "liquids": [{"name": "pool", "shape": {"box": {"half_extents": [0.14, 0.03, 0.09]}}, "position": [0, 0.04, 0]}],
  "bodies": [
    {"name": "tank", "shape": {"tank": {"half_extents": [0.15, 0.1, 0.1]}}, "position": [0, 0.1, 0]},
    {"name": "red ball", "motion": "dynamic", "shape": {"sphere": {"radius": 0.04}}, "position": [0, 0.1, 0],
     "density": 300, "colour": "#c8503c"},
    {"name": "block", "motion": "dynamic", "shape": {"box": {"half_extents": [0.02, 0.02, 0.02]}},
     "position": [0.09, 0.1, 0], "density": 600, "colour": "#4a6fa5"}
  ],
  "camera": {"eye": [0, 0.35, 0.6], "target": [0, 0.1, 0]}
})";

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            fmt::format("ooze-{}-{}-{}", test.test_suite_name(), test.name(), getpid());
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& text) const {
    writeFile(path_ / name, text);
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace ooze
