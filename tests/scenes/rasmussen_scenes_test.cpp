// The scenes of Rasmussen et al. 2004 do what their cards say, on coarser grids than the shipped scenes.
#include "ooze/base/error.h"
#include "ooze/scene/band_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "grid/level_set.h"
#include "methods/rasmussen/cells.h"
#include "scenes/liquid_shape.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>
#include <string>

namespace ooze::rasmussen_scenes_test {
namespace {

/// Opens a scene at another resolution. @param h  interaction radius, instead of the scene's own [m]
World openAtResolution(const char* scene, float h) {
  WorldSpec spec = loadScene(scene, Detail::Coarse).world;
  spec.methodSettings.interactionRadius = h;
  return World(std::move(spec));
}

/// Returns the fraction of the particles for which `holds` is true.
template <class Holds>
double share(const World& world, const Holds& holds) {
  const Particles& p = world.particles();
  std::size_t count = 0;
  for (std::size_t i = 0; i < p.size(); ++i) count += holds(p.position[i], p.velocity[i]);
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, p.size()));
}

/// Molten parts of the creature run off, and cold parts sink down in one piece.
TEST(RasmussenMeltingMetalCreatureScene, SinksIntoWhatItWas) {
  World world = openAtResolution("rasmussen_melting_metal_creature", 0.022f);
  const auto above = [](float height) {
    return [height](const Vec3& p, const Vec3&) { return p.y > height; };
  };
  ASSERT_GT(share(world, above(0.2f)), 0.02);
  const auto spreading = [&](float lower, float upper) {
    const Particles& p = world.particles();
    double sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (p.position[i].y > lower && p.position[i].y < upper)
        sum += static_cast<double>(std::hypot(p.velocity[i].x, p.velocity[i].z)), ++count;
    return sum / std::max(1.0, count);
  };
  test::advanceTo(world, 0.5);
  EXPECT_GT(share(world, above(0.1f)), 0.25);
  EXPECT_GT(spreading(0.f, 0.03f), 9.0 * spreading(0.1f, 0.4f));
  test::advanceTo(world, 2.0);
  EXPECT_LT(share(world, above(0.06f)), 0.01);
}

/// Metal stays where control particles hold it, and little remains between. The pour is shorter than the
/// scene's, so that the rest runs off sooner.
TEST(RasmussenMetalFaceScene, HoldsItsRidges) {
  WorldSpec spec = loadScene("rasmussen_metal_face", Detail::Coarse).world;
  spec.emitters[0].stop = 0.8;
  World world(std::move(spec));
  const Body& head = world.bodies().list[0];
  // Returns the fraction of the metal between two heights beside the nose, in the head's own frame (0.3 m
  // tall).
  const auto between = [&](float low, float high) {
    return share(world, [&](const Vec3& p, const Vec3&) {
      const Vec3 local = head.pose.toLocal(p);
      return local.y > low && local.y < high && std::abs(local.z) > 0.018f && local.x < 0.02f &&
             head.shape->distance(local) < 0.02f;
    });
  };
  test::advanceTo(world, 1.0);
  EXPECT_GT(between(0.1f, 0.3f), 0.4) << "it covers the sides of the head";
  test::advanceTo(world, 1.6);
  const double brow = between(0.24f, 0.27f), cheeks = between(0.19f, 0.235f), jaw = between(0.15f, 0.18f);
  std::printf("brow %.3f, cheeks %.3f, jaw %.3f\n", brow, cheeks, jaw);
  EXPECT_GT(brow, 2.0 * cheeks);
  EXPECT_GT(jaw, 2.0 * cheeks);
  // Metal drips to the floor.
  EXPECT_GT(share(world, [](const Vec3& p, const Vec3&) { return p.y < 0.06f; }), 0.02);
}

/// Brow and nose melt and run down the face, the base stands, and wax on the floor is solid again.
TEST(RasmussenWaxHeadScene, MeltsWhereItIsHotAndSetsAgain) {
  World world = openAtResolution("rasmussen_wax_head", 0.024f);
  const auto isFace = [](const Vec3& p, const Vec3&) { return p.y > 0.15f && p.x < 0.f; };
  const auto isBase = [](const Vec3& p, const Vec3&) { return p.y < 0.1f && p.x > 0.f; };
  const double face = share(world, isFace), base = share(world, isBase);
  ASSERT_GT(face, 0.05);
  SnapshotContent content;
  for (const Field& field : findMethod("rasmussen").fields)
    if (field.key == "temperature") content.fields.push_back(field);
  const auto temperatures = [&] { return world.snapshot(content)->fields.back().values; };
  EXPECT_LT(std::ranges::max(temperatures()), 21.f);
  test::advanceTo(world, 1.2);
  EXPECT_GT(std::ranges::max(temperatures()), 100.f);
  EXPECT_LT(share(world, isFace), 0.7 * face);
  test::advanceTo(world, 3.0);
  EXPECT_NEAR(share(world, isBase), base, 0.1 * base);
  const std::vector<float> now = temperatures();
  double pooled = 0.0, warmth = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i)
    if (const Vec3 p = world.particles().position[i]; p.y < 0.03f && p.x < -0.06f)
      pooled += 1.0, warmth += static_cast<double>(now[i]);
  EXPECT_GT(pooled, 0.05 * static_cast<double>(now.size()));
  EXPECT_LT(warmth / pooled, 52.0) << "the lower end of where it melts";
}

const Body& bodyOf(const World& world, std::string_view name) {
  const std::vector<Body>& list = world.bodies().list;
  return *std::ranges::find(list, name, &Body::name);
}

/// Wine runs down the breastbone and through the ribs to the hips, penetrates no bone, and moves along with
/// the turning bones.
TEST(RasmussenPirateChestScene, RunsThroughTheRibsOfWhoTurns) {
  constexpr float kRadius = 0.036f;
  World world = openAtResolution("rasmussen_pirate_chest", kRadius);
  const Body& bones = bodyOf(world, "skeleton");
  // The box is in the skeleton's own frame, which faces -x and is 0.8 m tall.
  const auto within = [&](const Aabb& box) {
    return share(world, [&](const Vec3& p, const Vec3&) { return box.contains(bones.pose.toLocal(p)); });
  };
  test::advanceTo(world, 0.8);
  const Vec3 front = bones.pose.orientation * Vec3(-1.f, 0.f, 0.f);
  test::advanceTo(world, 1.1);
  EXPECT_LT(glm::dot(front, bones.pose.orientation * Vec3(-1.f, 0.f, 0.f)), 0.99f) << "it turns meanwhile";
  const double chest = share(world, [&](const Vec3& p, const Vec3&) {
    const Vec3 local = bones.pose.toLocal(p);
    return local.y > 0.26f && bones.shape->distance(local) < kRadius;
  });
  const double aside = share(
      world, [&](const Vec3& p, const Vec3&) { return p.y > 0.25f && p.y < 0.5f && std::abs(p.z) > 0.08f; });
  EXPECT_GT(chest, 0.05) << "on its bones";
  EXPECT_GT(aside, 0.03) << "the jet is 0.042 m to each side";
  EXPECT_GT(within({{-0.09f, 0.2f, -0.13f}, {0.05f, 0.5f, 0.13f}}), 0.012) << "liquid behind the ribs";
  EXPECT_GT(within({{-0.25f, -0.1f, -0.25f}, {0.2f, 0.16f, 0.25f}}), 0.25) << "liquid at the hips";
  const Vec3Array& at = world.particles().position;
  float deepest = 1.f;
  for (std::size_t i = 0; i < at.size(); ++i)
    deepest = std::min(deepest, bones.shape->distance(bones.pose.toLocal(at[i])));
  EXPECT_GT(deepest, -0.05f * kRadius);
}

/// Metal trails behind the swinging head. The simulation window follows in whole cells, grows by its
/// keyframes, and removes only liquid that has fallen out of the window.
TEST(RasmussenDrippingTrainScene, TrailsBehindTheHeadInAWindowThatFollows) {
  constexpr float kRadius = 0.036f;
  WorldSpec spec = loadScene("rasmussen_dripping_train", Detail::Coarse).world;
  spec.methodSettings.interactionRadius = kRadius;
  World world(spec);
  ASSERT_TRUE(spec.window);
  const WindowSpec follows = *spec.window;
  const float cell = findMethod("rasmussen").cellSide(spec.methodSettings);
  const auto window = [&](const World& of) {
    return rasmussen::cellsOf(poseOf(follows, of.bodies().list, of.time()), cell);
  };
  const auto outside = [&](const World& of) {
    return share(of, [&, range = window(of)](const Vec3& p, const Vec3&) {
      return !range.contains(rasmussen::cellOfPlace(p, cell));
    });
  };
  const auto head = [](const World& of) { return bodyOf(of, "head").pose.position; };
  // Returns how far the liquid well below the chin trails behind the head, on average [m].
  const auto train = [&](const World& of) {
    double behind = 0.0, count = 0.0;
    for (std::size_t i = 0; i < of.particles().size(); ++i)
      if (const Vec3 p = of.particles().position[i]; p.y < head(of).y - 0.25f)
        behind += static_cast<double>(p.x - head(of).x), count += 1.0;
    return behind / std::max(count, 1.0);
  };
  const rasmussen::CellRange first = window(world);
  test::advanceTo(world, 0.75);
  const double behind = train(world);
  test::advanceTo(world, 0.9);
  const rasmussen::CellRange grown = window(world);
  const Vec3 from = head(world);
  test::advanceTo(world, 1.2);
  const rasmussen::CellRange now = window(world);
  EXPECT_GT(behind, 0.04);
  EXPECT_GT((grown.end - grown.first).x, 2 * (first.end - first.first).x);
  EXPECT_GT((grown.end - grown.first).y, 2 * (first.end - first.first).y);
  EXPECT_EQ(now.end - now.first, grown.end - grown.first) << "after the last key it only moves";
  const float moved = (head(world).x - from.x) / cell;
  EXPECT_GT(moved, 3.f);
  EXPECT_NEAR(static_cast<float>((now.first - grown.first).x), moved, 1.f);
  EXPECT_EQ(outside(world), 0.0);

  spec.window.reset();
  World without(std::move(spec));
  test::advanceTo(without, 1.2);
  const auto near = [&](const World& of) {
    return share(of, [&](const Vec3& p, const Vec3&) { return glm::distance(p, head(of)) < 0.35f; }) *
           static_cast<double>(of.particles().size());
  };
  EXPECT_NEAR(near(world), near(without), 0.1 * near(without));
  EXPECT_GT(outside(without), 0.25);
  EXPECT_LT(static_cast<double>(world.particles().size()),
            0.75 * static_cast<double>(without.particles().size()));
}

constexpr float kTwoGridsH = 0.028f;   ///< interaction radius h of both scenes [m]
constexpr double kTwoGridsEnd = 0.75;  ///< time at which the simulations end [s]

/// Parses the scene of the forearm, whose source is the bands of the torso's scene.
/// @param bands  folder of the bands
Scene forearm(const std::filesystem::path& bands) {
  const std::filesystem::path file = findAsset("grids/rasmussen_torso_arm_lower.json");
  std::string text = readText(file);
  text = std::regex_replace(text, std::regex("\"torso_bands\""), "\"" + bands.string() + "\"");
  text = std::regex_replace(text, std::regex("\"h\": \\{[^}]*\\}"), fmt::format("\"h\": {}", kTwoGridsH));
  return parseScene(text, file, Detail::Coarse);
}

/// Runs the scene of the torso and writes its bands.
void leaveBands(World& world, const std::filesystem::path& folder) {
  const BandSpec& band = world.spec().bands.at(0);
  BandFrame frame{"rasmussen_torso_arm_sourcing", band.name, 1, 0, world.spec().framesPerSecond, {}, {}};
  frame.cells = cellsOf(band.box, findMethod("rasmussen").cellSide(world.spec().methodSettings));
  frame.moments = {world.method().band(frame.cells)};
  writeBandFrame(folder, frame);
  while (world.time() < kTwoGridsEnd - 1e-6) {
    frame.moments.clear();
    do {
      world.step();
      frame.moments.push_back(world.method().band(frame.cells));
      frame.moments.back().time = world.time();
    } while (!world.atFrameBoundary());
    frame.frame = world.frameIndex();
    writeBandFrame(folder, frame);
  }
}

/// Returns the liquid's volume between the band and the end of the torso's window, counted in quarters of a
/// cell [cells].
double volumeBelow(const Aabb& band, const World& world) {
  constexpr float kQuarter = 0.125f * kTwoGridsH, kEnd = 0.26f;
  const auto shot = world.snapshot({});
  double inside = 0.0;
  for (float x = band.lower.x; x < band.upper.x; x += kQuarter)
    for (float y = kEnd; y < band.lower.y; y += kQuarter)
      for (float z = band.lower.z; z < band.upper.z; z += kQuarter)
        inside += shot->surface->sample({x, y, z}) < 0.f;
  return inside / 64.0;
}

/// Grid sourcing: liquid that reaches the elbow on one grid runs down the forearm on another grid, as on a
/// single grid without a window; a repeated run gives the same bits.
TEST(RasmussenTorsoArmSourcingScene, RunsOnAsOnOneGridAndAgainToTheBit) {
  const TemporaryFolder folder;
  World torso = openAtResolution("rasmussen_torso_arm_sourcing", kTwoGridsH);
  leaveBands(torso, folder.path());
  World lower(forearm(folder.path()).world), again(forearm(folder.path()).world, 1);
  test::advanceTo(lower, kTwoGridsEnd), test::advanceTo(again, kTwoGridsEnd);
  EXPECT_EQ(lower.hash(), again.hash());

  WorldSpec spec = loadScene("rasmussen_torso_arm_sourcing", Detail::Coarse).world;
  spec.methodSettings.interactionRadius = kTwoGridsH;
  spec.window.reset();
  World one(std::move(spec));
  test::advanceTo(one, kTwoGridsEnd);
  const Aabb band = torso.spec().bands[0].box;
  const double whole = volumeBelow(band, one), left = volumeBelow(band, torso);
  EXPECT_GT(whole, 40.0);
  EXPECT_NEAR(volumeBelow(band, lower), whole, 0.05 * whole);
  EXPECT_NEAR(volumeBelow(band, lower), left, 0.05 * left);
}

/// The scene of the forearm needs the torso's run first; otherwise the error names the command.
TEST(RasmussenTorsoArmSourcingScene, NeedsTheRunOfTheTorsoFirst) {
  const TemporaryFolder folder;
  try {
    (void)forearm(folder.path());
    ADD_FAILURE() << "it opened";
  } catch (const InputError& e) {
    const std::string line = e.what();
    EXPECT_THAT(line, testing::HasSubstr("`ooze run rasmussen_torso_arm_sourcing --detail coarse --bands " +
                                         folder.path().string() + "` writes the bands"));
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace ooze::rasmussen_scenes_test
