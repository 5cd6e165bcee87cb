// Surface meshes of moving liquids: closed and manifold in every scene, and steady where the liquid is at
// rest.
#include "ooze/scene/scene.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"
#include "unit/surface_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ooze::surface_scene_test {
namespace {

using namespace test;

const SurfaceMesh& surfaceOf(const World& world, SurfaceBuilder& builder, float smoothing,
                             SurfaceMethod method = SurfaceMethod::Field) {
  const auto snapshot = world.snapshot();
  SurfaceParticles particles;
  particles.positions = snapshot->positions;
  particles.velocities = snapshot->velocities;
  return builder.build(
      particles, {.interactionRadius = snapshot->interactionRadius, .method = method, .smoothing = smoothing},
      Threads(1));
}

class SceneSurface : public testing::TestWithParam<const char*> {};

TEST_P(SceneSurface, IsClosedAndManifold) {
  test::RecordedRun run(GetParam());
  const World& world = run.world();
  SurfaceBuilder builder, tracker;
  std::size_t triangles = 0;
  for (const std::uint64_t frame : {1u, 30u, 60u}) {
    run.advanceTo(frame);
    for (const float smoothing : {0.f, 1.f}) {
      const SurfaceMesh& mesh = surfaceOf(world, builder, smoothing);
      ASSERT_EQ(findMeshFault(mesh), "") << "frame " << frame << ", smoothing " << smoothing;
      EXPECT_GE(enclosedVolume(mesh), 0.0);
      // Thin triangles are merged. The first layer from a nozzle has too few triangles for a statement.
      const float cell = 0.25f * world.spec().methodSettings.interactionRadius;
      if (mesh.triangles.size() > 1000) {
        EXPECT_LT(sliverShare(mesh, cell, 0.1), 0.02) << "frame " << frame;
      }
      EXPECT_LT(sliverShare(mesh, cell, 0.01), 0.001);
      triangles += mesh.triangles.size();
    }
    ASSERT_EQ(findMeshFault(surfaceOf(world, tracker, 0.f, SurfaceMethod::Tracked)), "") << "frame " << frame;
  }
  EXPECT_GT(triangles, 0u);
}

INSTANTIATE_TEST_SUITE_P(Some, SceneSurface,
                         testing::Values("clavet_fountain", "clavet_fast_splash", "clavet_pour_bunny",
                                         "clavet_under_sphere_drip", "clavet_plastic_behaviours",
                                         "clavet_jet_dynamic_character"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(PoolSurface, KeepsItsVolumeFromFrameToFrame) {
  test::RecordedRun run("clavet_fast_splash");
  const World& world = run.world();
  run.advanceTo(120);  // the drop's waves have decayed
  SurfaceBuilder builder;
  double last = enclosedVolume(surfaceOf(world, builder, 1.f)), worst = 0.0;
  for (int frame = 0; frame < 30; ++frame) {
    run.advanceFrame();
    const double volume = enclosedVolume(surfaceOf(world, builder, 1.f));
    worst = std::max(worst, std::abs(volume / last - 1.0));
    last = volume;
  }
  EXPECT_GT(last, 0.0);
  EXPECT_LT(worst, 0.005);
  RecordProperty("worst", std::to_string(worst));
}

constexpr const char* kPool = R"({
  "version": 1, "h": 0.014, "fps": 60,
  "materials": [{"name": "water", "file": "water"}],
  "liquids": [{"shape": {"box": {"half_extents": [0.08, 0.011, 0.08]}}, "position": [0, 0.011, 0]}],
  "bodies": [{"name": "tank", "shape": {"tank": {"half_extents": [0.08, 0.04, 0.08], "open_top": true}},
              "position": [0, 0.04, 0]}]
})";
constexpr const char* kBlock = R"({
  "version": 1, "h": 0.016, "fps": 60,
  "materials": [{"name": "gel", "h_ref": 0.02, "density": 1050, "colour": "#e0467c", "look": "gel",
                 "parameters": {"stiffness": 0.03, "near_stiffness": 0.075, "volume_stiffness": 4,
                                "spring_stiffness": 40, "plasticity_stretch": 0, "plasticity_compress": 0,
                                "viscosity_linear": 1, "viscosity_quadratic": 0.2, "friction": 0.6}}],
  "liquids": [{"shape": {"box": {"half_extents": [0.05, 0.03, 0.05]}}, "position": [0, 0.031, 0]}],
  "bodies": [{"name": "ground", "shape": {"plane": {"normal": [0, 1, 0]}}}],
  "timeline": [{"time": 0, "do": "springs.add"}]
})";
constexpr const char* kBlob = R"({
  "version": 1, "h": 0.012, "fps": 60,
  "materials": [{"name": "honey", "file": "honey"}],
  "liquids": [{"shape": {"sphere": {"radius": 0.025}}, "position": [0, 0.025, 0]}],
  "bodies": [{"name": "ground", "shape": {"plane": {"normal": [0, 1, 0]}}}]
})";

/// Builds the surfaces of a world's frames as the window shows them.
class Surfaces {
 public:
  explicit Surfaces(const char* scene) : world_(parseScene(scene, "rest.json", Detail::Coarse).world) {}

  [[nodiscard]] float spacing() const { return world_.snapshot()->restSpacing; }
  void rest(std::uint64_t frame) {
    while (world_.frameIndex() < frame) next();
  }
  void next() {
    world_.advanceFrame();
    const auto now = world_.snapshot();
    const float h = now->interactionRadius;
    const auto followed =
        steady_.follow(now->frame, now->positions, now->ids, TemporalParticleFilter::kReach * h, Threads(1));
    positions_.assign(followed.begin(), followed.end());
  }
  [[nodiscard]] SurfaceMesh mesh(bool smooth = true, SurfaceMethod method = SurfaceMethod::Field) {
    SurfaceSettings settings{.interactionRadius = world_.spec().methodSettings.interactionRadius,
                             .method = method};
    if (!smooth) settings.shortestEdge = 0.f, settings.meshRounds = settings.normalRounds = 0;
    const auto now = world_.snapshot();
    SurfaceParticles particles;
    particles.positions = smooth ? positions_ : now->positions;
    return (method == SurfaceMethod::Tracked ? tracker_ : builder_).build(particles, settings, Threads(1));
  }
  [[nodiscard]] SurfaceMesh tracked() { return mesh(true, SurfaceMethod::Tracked); }

 private:
  World world_;
  TemporalParticleFilter steady_;
  SurfaceBuilder builder_, tracker_;
  std::vector<Vec3> positions_;
};

/// Returns the rms angle of normals against `axis` on the face in that direction, away from the face's edges
/// [degrees].
double deviation(const SurfaceMesh& mesh, const Vec3& axis, const Vec3& lower, const Vec3& upper) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Vec3& p = mesh.positions[v];
    const double along = static_cast<double>(glm::dot(mesh.normals[v], axis));
    if (along < 0.5 || glm::any(glm::lessThan(p, lower)) || glm::any(glm::greaterThan(p, upper))) continue;
    const double angle = std::acos(std::min(1.0, along));
    sum += angle * angle;
    ++count;
  }
  EXPECT_GT(count, 50);
  return std::sqrt(sum / count) * 57.29578;
}

TEST(RestingSurface, ABlocksFacesAreFlatAlsoIfTracked) {
  Surfaces block(kBlock);
  block.rest(150);
  const float margin = 4.f * block.spacing(), side = 0.05f - margin;
  const SurfaceMesh smooth = block.mesh(), raw = block.mesh(false);
  const Vec3 lower(-side, 0.025f, -side), upper(side, 0.1f, side), up(0.f, 1.f, 0.f);
  // The measured angle is 1.8 degrees; without smoothing 9.4.
  EXPECT_LT(deviation(smooth, up, lower, upper), 2.0);
  EXPECT_GT(deviation(raw, up, lower, upper), 4.0);
  EXPECT_NEAR(enclosedVolume(smooth) / enclosedVolume(raw), 1.0, 0.01);
  EXPECT_LT(deviation(block.tracked(), up, lower, upper), 2.2);  // the measured value is 1.9
}

/// Returns the distance from a point to a triangle.
double distanceTo(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = glm::cross(b - a, c - a);
  const auto beside = [&](const Vec3& from, const Vec3& to) {
    return glm::dot(glm::cross(to - from, p - from), n) < 0.f;
  };
  const auto toEdge = [&](const Vec3& from, const Vec3& to) {
    const Vec3 e = to - from;
    const float t = std::clamp(glm::dot(p - from, e) / glm::dot(e, e), 0.f, 1.f);
    return static_cast<double>(glm::distance(p, from + t * e));
  };
  if (glm::dot(n, n) > 0.f && !beside(a, b) && !beside(b, c) && !beside(c, a))
    return static_cast<double>(std::abs(glm::dot(p - a, glm::normalize(n))));
  return std::min({toEdge(a, b), toEdge(b, c), toEdge(c, a)});
}

/// Returns the rms distance of vertices from another mesh, over every 41st vertex.
double distanceBetween(const SurfaceMesh& from, const SurfaceMesh& to) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t v = 0; v < from.positions.size(); v += 41, ++count) {
    double least = 1e9;
    for (const auto& t : to.triangles)
      least = std::min(
          least, distanceTo(from.positions[v], to.positions[t[0]], to.positions[t[1]], to.positions[t[2]]));
    sum += least * least;
  }
  return std::sqrt(sum / static_cast<double>(count));
}

// Measured: 0.0002 spacings (honey) and 0.012 (water, whose particles tremble by 0.07); tracked surface
// 0.018.
constexpr double kStill = 0.02, kTrackedStill = 0.025;

/// Expects the surface of resting liquid to stay in place from frame to frame, for both surface methods.
void expectStays(Surfaces& liquid) {
  constexpr std::array kSurfaces{std::pair{SurfaceMethod::Field, kStill},
                                 std::pair{SurfaceMethod::Tracked, kTrackedStill}};
  const auto meshes = [&] {
    return std::array{liquid.mesh(true, kSurfaces[0].first), liquid.mesh(true, kSurfaces[1].first)};
  };
  std::array<double, 2> worst{};
  for (int frame = 0; frame < 4; ++frame) {
    const auto before = meshes();
    liquid.next();
    const auto after = meshes();
    for (std::size_t s = 0; s < 2; ++s) worst[s] = std::max(worst[s], distanceBetween(after[s], before[s]));
  }
  for (std::size_t s = 0; s < 2; ++s)
    EXPECT_LT(worst[s] / static_cast<double>(liquid.spacing()), kSurfaces[s].second);
}

TEST(RestingSurface, APoolsTopIsFlatAndStaysWithItsVolumeAlsoIfTracked) {
  Surfaces pool(kPool);
  pool.rest(240);
  const float within = 0.08f - 4.f * pool.spacing();
  const Vec3 lower(-within, 0.01f, -within), upper(within, 0.1f, within), up(0.f, 1.f, 0.f);
  const SurfaceMesh smooth = pool.mesh(), raw = pool.mesh(false), tracked = pool.tracked();
  // Measured: 0.7; without smoothing 1.4; tracked surface 1.0.
  EXPECT_LT(deviation(smooth, up, lower, upper), 0.8);
  EXPECT_LT(deviation(smooth, up, lower, upper), 0.7 * deviation(raw, up, lower, upper));
  EXPECT_LT(deviation(tracked, up, lower, upper), 1.2);
  EXPECT_NEAR(enclosedVolume(smooth) / enclosedVolume(raw), 1.0, 0.01);
  EXPECT_NEAR(enclosedVolume(tracked) / enclosedVolume(smooth), 1.0, 0.04);  // the measured value is 1.023
  expectStays(pool);
}

TEST(RestingSurface, OfABlobStaysWhereItIs) {
  Surfaces blob(kBlob);
  blob.rest(240);
  expectStays(blob);
}

}  // namespace
}  // namespace ooze::surface_scene_test
