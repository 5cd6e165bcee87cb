// Tests of the predicted sizes of exported files against written files.
#include "ooze/world/world.h"

#include "app/exports/exports.h"
#include "base/file.h"
#include "fixtures/commands.h"
#include "fixtures/temporary_folder.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace ooze {
namespace {

/// Returns a world with water from a nozzle in flight, so that no number is round.
World pouredWater() {
  WorldSpec spec;
  MaterialDefinition water;
  water.name = "water";
  for (const ParameterInfo& row : findMethod("clavet").parameters()) water.values.push_back(row.defaultValue);
  spec.materials.push_back(water);
  spec.methodSettings.interactionRadius = 0.02f;
  World world(std::move(spec), 1);
  world.submit(command("emitters.add", {0.f, 0.3f, 0.f, 0.f, -1.f, 0.f, 0.05f, 1.f, 0.f}));
  for (int i = 0; i < 12; ++i) world.advanceFrame();
  return world;
}

/// Reads the number of triangles from the header of a PLY file.
std::size_t trianglesIn(const std::filesystem::path& ply) {
  const std::string text = readText(ply), word = "element face ";
  return std::stoul(text.substr(text.find(word) + word.size()));
}

TEST(ExportSize, IsThatOfFilesToAFifth) {
  TemporaryFolder folder;
  World world = pouredWater();
  const std::size_t particles = world.snapshot()->positions.size();
  ASSERT_GT(particles, 300u);
  std::optional<std::size_t> triangles;
  for (const char* const extension : {".ply", ".obj", ".usda", ".vtk", ".vdb"}) {
    ExportOptions options;
    const bool volume = extension == std::string(".vdb");
    if (!volume) options.particles = folder.path() / fmt::format("particles{}", extension);
    options.surface = folder.path() / fmt::format("surface{}", extension);
    Exports exports(options, 1);
    ASSERT_TRUE(exports.end(world).empty());
    if (!triangles) triangles = trianglesIn(options.surface);  // the binary PLY file states the number
    const ExportFormat format = exportFormat(options.surface, Exported::Surface);
    if (!volume) {
      const auto written = static_cast<double>(std::filesystem::file_size(options.particles));
      EXPECT_NEAR(static_cast<double>(estimateParticleBytes(format, particles)), written, 0.2 * written)
          << extension;
    }
    const auto mesh = static_cast<double>(std::filesystem::file_size(options.surface));
    EXPECT_NEAR(static_cast<double>(estimateSurfaceBytes(format, *triangles, particles)), mesh, 0.2 * mesh)
        << extension;
  }
}

}  // namespace
}  // namespace ooze
