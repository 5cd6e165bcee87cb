// Tests the disk cache of sampled distance grids. A sound file is used, and a damaged or unwritable file is
// ignored.
#include "base/file.h"
#include "geometry/distance_grid.h"
#include "geometry_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::geometry_cache_test {
namespace {

using testing_support::randomIn;
using testing_support::TemporaryFolder;

class GridCache : public testing::Test {
 protected:
  [[nodiscard]] std::vector<float> distancesWithCache(const std::filesystem::path& folder) const {
    const ShapePtr field = makeMeshDistance(mesh_, kCell, folder);
    std::vector<float> distances;
    for (std::uint64_t i = 0; i < 500; ++i)
      distances.push_back(field->distance(randomIn(mesh_.bounds(), 1, i)));
    return distances;
  }
  [[nodiscard]] std::filesystem::path file() const { return gridCacheFile(folder_.path(), mesh_, kCell); }

  static constexpr float kCell = 0.05f;
  Mesh mesh_ = testing_support::sphereMesh(0.5f, 16, 16);
  TemporaryFolder folder_;
  std::vector<float> fresh_ = distancesWithCache({});
};

TEST_F(GridCache, AHitGivesTheSameBits) {
  EXPECT_EQ(distancesWithCache(folder_.path()), fresh_);
  EXPECT_TRUE(std::filesystem::exists(file()));
  EXPECT_EQ(distancesWithCache(folder_.path()), fresh_);
}

TEST_F(GridCache, AHitIsReadFromTheFile) {
  // The file holds a constant grid, which no sampling would give.
  const GridLayout layout = GridLayout::around(mesh_.bounds(), kCell);
  writeGrid(file(), layout, std::vector<float>(layout.count(), 7.f));
  EXPECT_EQ(distancesWithCache(folder_.path()), std::vector<float>(500, 7.f));
}

TEST_F(GridCache, MakesItsFolder) {
  const auto folder = folder_.path() / "a" / "b";
  EXPECT_EQ(distancesWithCache(folder), fresh_);
  EXPECT_TRUE(std::filesystem::exists(gridCacheFile(folder, mesh_, kCell)));
}

TEST_F(GridCache, ADamagedFileIsIgnoredAndReplaced) {
  EXPECT_EQ(distancesWithCache(folder_.path()), fresh_);
  const std::string sound = readText(file());
  std::string flipped = sound, header = sound;
  flipped[sound.size() / 2] ^= 1;
  header[20] ^= 1;
  for (const std::string& damaged : {sound.substr(0, sound.size() / 2), sound + "x", std::string(), flipped,
                                     header, std::string(sound.size(), 'g')}) {
    writeFile(file(), damaged);
    EXPECT_EQ(distancesWithCache(folder_.path()), fresh_);
    EXPECT_EQ(readText(file()), sound);
  }
}

TEST_F(GridCache, AFolderThatCannotBeWrittenIsIgnored) {
  // The folder's parent is a plain file, so that not even root can write below.
  writeFile(folder_.path() / "file", std::string_view("x"));
  EXPECT_EQ(distancesWithCache(folder_.path() / "file" / "cache"), fresh_);
  std::filesystem::create_directory(file());
  EXPECT_EQ(distancesWithCache(folder_.path()), fresh_);
}

TEST_F(GridCache, AnotherMeshOrSpacingIsAnotherFile) {
  Mesh moved = mesh_;
  moved.positions[5].x += 1e-6f;
  Mesh flipped = mesh_;
  std::swap(flipped.triangles[0][0], flipped.triangles[0][1]);
  EXPECT_NE(gridCacheFile(folder_.path(), moved, kCell), file());
  EXPECT_NE(gridCacheFile(folder_.path(), flipped, kCell), file());
  EXPECT_NE(gridCacheFile(folder_.path(), mesh_, 0.051f), file());
}

}  // namespace
}  // namespace ooze::geometry_cache_test
