// Tests of surfaces written as .vdb, read by OpenVDB itself and by Blender.
#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"
#include "ooze/surface/surface_builder.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "unit/export_fixtures.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Diagnostics.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/LevelSetMeasure.h>
#include <vector>

namespace ooze::vdb_file_test {
namespace {

namespace fs = std::filesystem;
namespace vdb = openvdb;
using vdb::FloatGrid;
using vdb::Vec3SGrid;

constexpr float kH = 0.025f, kCell = 0.25f * kH;
const Vec3 kMiddle(0.f, 0.325f, 0.f);  // lies in a block of the tree without nodes

/// A fixture with a rotating drop, and a drop at rest beside it.
class VdbFile : public ooze::export_tests::ExportTest {
 protected:
  VdbFile() {
    vdb::initialize();
    const float spacing = 0.38f * kH;
    for (int k = 0; k < 24 * 24 * 24; ++k) {
      const Vec3 p = spacing * (Vec3(k % 24, k / 24 % 24, k / 576) - 11.5f);
      if (glm::length(p) < 0.1f) add(p + kMiddle, velocity(p + kMiddle));
      if (glm::length(p) < 0.05f) add(p + Vec3(0.4f, 0.1f, -0.2f), Vec3(0.f));
    }
    mesh_ = SurfaceBuilder().build({positions_, velocities_, {}, {}, {}, {}},
                                   {.interactionRadius = kH, .cell = kCell}, Threads(1));
  }
  void add(const Vec3& p, const Vec3& v) { positions_.push_back(p), velocities_.push_back(v); }
  static Vec3 velocity(const Vec3& p) { return glm::cross(Vec3(0.f, 10.f, 0.f), p) + Vec3(0.f, 0.f, 1.f); }

  [[nodiscard]] VolumeSource filling() const {
    return {.cell = kCell, .positions = positions_, .velocities = velocities_, .reach = kH};
  }
  static VolumeSource nothing() { return {.cell = kCell, .positions = {}, .velocities = {}, .reach = kH}; }
  void write(const fs::path& name, const SurfaceMesh& mesh, const VolumeSource& with,
             const CancellationToken* work = nullptr) const {
    writeSurface(folder_ / name, mesh, {7, 0.125, 24.0}, {}, work, with);
  }
  template <class Grid>
  typename Grid::Ptr read(const fs::path& name, const char* grid) const {
    vdb::io::File file((folder_ / name).string());
    file.open();
    return vdb::gridPtrCast<Grid>(file.readGrid(grid));
  }
  [[nodiscard]] std::vector<std::string> gridsIn(const fs::path& name) const {
    vdb::io::File file((folder_ / name).string());
    file.open();
    std::vector<std::string> names;
    for (auto it = file.beginName(); it != file.endName(); ++it) names.push_back(*it);
    return names;
  }

  std::vector<Vec3> positions_, velocities_;
  SurfaceMesh mesh_;
};

vdb::Vec3d vdbOf(const Vec3& v) { return {v.x, v.y, v.z}; }

TEST_F(VdbFile, HoldsTheSurfaceAsALevelSet) {
  write("s.vdb", mesh_, filling());
  EXPECT_EQ(gridsIn("s.vdb"), (std::vector<std::string>{"surface", "velocity"}));
  const FloatGrid::Ptr grid = read<FloatGrid>("s.vdb", "surface");
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->getGridClass(), vdb::GRID_LEVEL_SET);
  EXPECT_EQ(grid->voxelSize(), vdb::Vec3d(static_cast<double>(kCell)));
  EXPECT_EQ(grid->background(), 3.f * kCell);
  EXPECT_EQ(vdb::tools::checkLevelSet(*grid), "") << "closed, three voxels wide, of slope 1";
  const double volume = enclosedVolume(mesh_);
  EXPECT_NEAR(vdb::tools::levelSetVolume(*grid), volume, 0.01 * volume);
  EXPECT_NEAR(vdb::tools::levelSetArea(*grid), surfaceArea(mesh_), 0.02 * surfaceArea(mesh_));
  const vdb::tools::GridSampler<FloatGrid, vdb::tools::BoxSampler> at(*grid);
  for (std::size_t v = 0; v < mesh_.positions.size(); ++v) {
    const auto along = [&](float cells) {
      return at.wsSample(vdbOf(mesh_.positions[v] + cells * kCell * mesh_.normals[v])) / kCell;
    };
    EXPECT_NEAR(along(0.f), 0.f, 0.12f);  // tolerance for trilinear interpolation and facets
    EXPECT_NEAR(along(2.f), 2.f, 0.1f);
    EXPECT_NEAR(along(-2.f), -1.9f, 0.15f);  // in a dent, other parts of the surface are nearer
  }
  EXPECT_EQ(at.wsSample(vdbOf(kMiddle)), -3.f * kCell);
  EXPECT_FALSE(grid->tree().probeConstLeaf(grid->transform().worldToIndexNodeCentered(vdbOf(kMiddle))));
  EXPECT_EQ(at.wsSample({0.2, 0.2, -0.1}), 3.f * kCell) << "between the drops";
}

TEST_F(VdbFile, HoldsVelocitiesInTheBandAndWithin) {
  write("s.vdb", mesh_, filling());
  const Vec3SGrid::Ptr grid = read<Vec3SGrid>("s.vdb", "velocity");
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->getVectorType(), vdb::VEC_CONTRAVARIANT_RELATIVE);
  EXPECT_EQ(grid->getGridClass(), vdb::GRID_UNKNOWN) << "not staggered";
  EXPECT_EQ(grid->transform(), read<FloatGrid>("s.vdb", "surface")->transform());
  const vdb::tools::GridSampler<Vec3SGrid, vdb::tools::BoxSampler> at(*grid);
  const auto expect = [&](const Vec3& p, const Vec3& v, float within) {
    const vdb::Vec3s found = at.wsSample(vdbOf(p));
    EXPECT_LT(glm::length(Vec3(found.x(), found.y(), found.z()) - v), within)
        << p.x << " " << p.y << " " << p.z;
  };
  for (const Vec3& d :
       {Vec3(0.f), Vec3(0.05f, 0.f, 0.02f), Vec3(0.f, 0.06f, 0.f), Vec3(-0.04f, -0.03f, 0.01f)})
    expect(kMiddle + d, velocity(kMiddle + d), 0.01f);
  for (std::size_t v = 0; v < mesh_.positions.size(); ++v)
    expect(mesh_.positions[v] + kCell * mesh_.normals[v], mesh_.velocities[v], 10.f * 1.5f * kCell);
  expect({0.4f, 0.1f, -0.2f}, Vec3(0.f), 1e-6f);
  const FloatGrid::Ptr surface = read<FloatGrid>("s.vdb", "surface");
  for (auto it = surface->cbeginValueOn(); it; ++it)
    ASSERT_TRUE(grid->tree().isValueOn(it.getCoord())) << it.getCoord();
  for (auto it = grid->cbeginValueOn(); it; ++it)
    ASSERT_LT(surface->tree().getValue(it.getCoord()), 3.f * kCell);
}

TEST_F(VdbFile, StoresItsTime) {
  write("s.vdb", mesh_, filling());
  vdb::io::File file((folder_ / "s.vdb").string());
  file.open();
  EXPECT_TRUE(file.hasGrid("surface")) << "found without reading the others";
  const vdb::MetaMap::Ptr map = file.getMetadata();
  EXPECT_EQ(map->metaValue<std::int64_t>("frame"), 7);
  EXPECT_EQ(map->metaValue<double>("time"), 0.125);
  EXPECT_EQ(map->metaValue<double>("frames_per_second"), 24.0);
}

TEST_F(VdbFile, WithoutLiquidHasTheFieldsOfItsNeighbours) {
  write("s.vdb", {}, nothing());
  const FloatGrid::Ptr surface = read<FloatGrid>("s.vdb", "surface");
  const Vec3SGrid::Ptr velocities = read<Vec3SGrid>("s.vdb", "velocity");
  ASSERT_TRUE(surface && velocities);
  EXPECT_TRUE(surface->empty() && velocities->empty());
  EXPECT_EQ(surface->getGridClass(), vdb::GRID_LEVEL_SET);
  EXPECT_EQ(surface->background(), 3.f * kCell);
  EXPECT_EQ(surface->voxelSize(), vdb::Vec3d(static_cast<double>(kCell)));
}

TEST_F(VdbFile, HasNoVelocitiesWhereTheLiquidHasNone) {
  VolumeSource with = filling();
  with.velocities = {};
  write("s.vdb", mesh_, with);
  EXPECT_EQ(gridsIn("s.vdb"), std::vector<std::string>{"surface"});
}

TEST_F(VdbFile, HasAGridForEachOfSeveralLiquids) {
  SurfaceMesh left = mesh_, right = mesh_;
  for (Vec3& p : left.positions) p.x -= 0.15f;
  for (Vec3& p : right.positions) p.x += 0.15f;
  const std::array<NamedLiquid, 2> parts{NamedLiquid{"honey", &left}, NamedLiquid{"blue water", &right}};
  VolumeSource with = filling();
  with.liquids = parts;
  write("s.vdb", mesh_, with);
  EXPECT_EQ(gridsIn("s.vdb"),
            (std::vector<std::string>{"surface", "surface_blue water", "surface_honey", "velocity"}));
  for (const auto& [name, middle] : {std::pair{"surface_honey", kMiddle - Vec3(0.15f, 0.f, 0.f)},
                                     {"surface_blue water", kMiddle + Vec3(0.15f, 0.f, 0.f)}}) {
    const FloatGrid::Ptr grid = read<FloatGrid>("s.vdb", name);
    ASSERT_TRUE(grid) << name;
    EXPECT_EQ(grid->getGridClass(), vdb::GRID_LEVEL_SET);
    const vdb::tools::GridSampler<FloatGrid, vdb::tools::BoxSampler> at(*grid);
    EXPECT_LT(at.wsSample(vdbOf(middle)), 0.f) << name << " is inside its own liquid";
    EXPECT_GT(at.wsSample(vdbOf(2.f * kMiddle - middle)), 0.f) << name << " is outside the other";
  }
}

TEST_F(VdbFile, OfTheSameLiquidHasTheSameBytes) {
  const auto bytes = [&](const VolumeSource& with) {
    write("s.vdb", mesh_, with);
    return readText(folder_ / "s.vdb");
  };
  const std::string first = bytes(filling());
  VolumeSource with = filling();
  const Threads threads(3);
  with.threads = &threads;
  EXPECT_TRUE(bytes(with) == first);
  velocities_.front().x += 1e-3f;
  const std::string other = bytes(filling());
  EXPECT_FALSE(other == first);
  constexpr std::size_t kTag = 21, kLength = 36;
  EXPECT_NE(other.substr(kTag, kLength), first.substr(kTag, kLength))
      << "readers distinguish files by their tags";
  vdb::io::File file((folder_ / "s.vdb").string());
  file.open();
  EXPECT_EQ(file.getUniqueTag(), other.substr(kTag, kLength));
}

TEST_F(VdbFile, LeavesNothingHalfWritten) {
  VolumeSource with = filling();
  CancellationToken work;
  work.cancelled = true;
  EXPECT_THROW(write("s.vdb", mesh_, with, &work), Cancelled);
  EXPECT_THROW(write("missing/s.vdb", mesh_, with), RunError);
  velocities_[3].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(write("s.vdb", mesh_, filling()), RunError);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(VdbFile, IsAVolumeInBlender) {
  write("s.vdb", mesh_, filling());
  write("none.vdb", {}, nothing());
  const std::string out = (folder_ / "out").string();
  const std::string command = fmt::format(
      "cd '{}' && HOME=\"$PWD\" blender -b --python-exit-code 1 --python '{}/tests/readers/{}' -- "
      "s.vdb none.vdb > out 2>&1 < /dev/null",
      folder_.string(), sourceFolder(), "blender_volume_reader.py");
  ASSERT_EQ(std::system(command.c_str()), 0) << readText(out);
  const std::string text = readText(out);
  const std::size_t begin = text.find("FOUND ");
  ASSERT_NE(begin, std::string::npos) << text;
  const auto found = nlohmann::json::parse(text.substr(begin + 6, text.find('\n', begin) - begin - 6));
  ASSERT_EQ(found.size(), 2u);
  for (const auto& volume : found) {
    EXPECT_EQ(volume["type"], "VOLUME");
    EXPECT_EQ(volume["grids"], nlohmann::json::parse(R"({"surface": "FLOAT", "velocity": "VECTOR_FLOAT"})"));
    EXPECT_NEAR(volume["voxel"].get<float>(), kCell, 1e-7f);
  }
  // Blender makes a mesh of the zero level set, with y up as in the file.
  Aabb box;
  for (const Vec3& p : mesh_.positions) box.include(p);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(found[0]["lower"][axis].get<float>(), box.lower[axis], kCell);
    EXPECT_NEAR(found[0]["upper"][axis].get<float>(), box.upper[axis], kCell);
  }
}

}  // namespace
}  // namespace ooze::vdb_file_test
