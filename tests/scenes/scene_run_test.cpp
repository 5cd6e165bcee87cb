// Every scene that ships: it runs, it stays whole, and it repeats to the bit.
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "world/speeds.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace ooze {

/// How GoogleTest names a scene that failed.
void PrintTo(const Listing& listing, std::ostream* out) { *out << listing.name; }

namespace scene_run_test {
namespace {

/// Those of the user's folder may be anything.
std::vector<Listing> shippedScenes() {
  std::vector<Listing> listings = listScenes();
  std::erase_if(listings, [](const Listing& listing) { return listing.own; });
  return listings;
}

class SceneRun : public testing::TestWithParam<Listing> {
 protected:
  void SetUp() override { ASSERT_EQ(GetParam().error, ""); }
  [[nodiscard]] static Scene load() { return loadScene(GetParam().name, Detail::Coarse); }
};

void advance(World& world, std::uint64_t toFrame) {
  while (world.frameIndex() < toFrame) world.advanceFrame();
}

/// Volume of a liquid at the start, less what solids take of it, counted on a fine grid [m^3].
double volumeOf(const LiquidVolume& liquid, const std::vector<Body>& bodies) {
  constexpr int kCells = 64;  // an axis: an ellipsoid comes out right to 0.1 %
  const Aabb box = liquid.shape->bounds();
  const Vec3 cell = box.size() / static_cast<float>(kCells);
  const auto isFilled = [&](const Vec3& local) {
    if (liquid.shape->distance(local) >= 0.f) return false;
    const Vec3 at = liquid.pose.toWorld(liquid.scale * local);
    return std::none_of(bodies.begin(), bodies.end(), [&](const Body& body) {
      return body.present && body.shape->distance(body.pose.toLocal(at)) < 0.f;
    });
  };
  std::size_t inside = 0;
  for (int x = 0; x < kCells; ++x)
    for (int y = 0; y < kCells; ++y)
      for (int z = 0; z < kCells; ++z) inside += isFilled(box.lower + cell * (Vec3(x, y, z) + 0.5f)) ? 1 : 0;
  const Vec3 scaled = cell * liquid.scale;
  return static_cast<double>(inside) * scaled.x * scaled.y * scaled.z;
}

/// Particles that leave an untouched nozzle until `time`: layers of the lattice that fits its opening, one
/// each time the liquid has moved by the spacing; of a shower the part of that which it covers.
double pouredUntil(double time, const EmitterSpec& nozzle, double spacing) {
  if (!nozzle.enabled || time <= nozzle.start) return 0.0;
  const double reach = 1.0001 * nozzle.radius / spacing;
  double layer = 0.0;
  for (int a = -static_cast<int>(reach); a <= reach; ++a)
    for (int b = -static_cast<int>(reach); b <= reach; ++b)
      layer += nozzle.shape == NozzleShape::Square || std::hypot(a, b) <= reach ? 1.0 : 0.0;
  if (nozzle.shape == NozzleShape::Shower)
    layer = nozzle.coverage * std::pow(2.0 * nozzle.radius / spacing, 2);
  double count = layer * nozzle.speed * (std::min(time, nozzle.stop) - nozzle.start) / spacing;
  if (nozzle.volumeLimit > 0.f) count = std::min(count, nozzle.volumeLimit / std::pow(spacing, 3));
  return std::min(count, static_cast<double>(nozzle.particleLimit));
}

void expectFinite(const World& world) {
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    ASSERT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i])) << "particle " << p.id[i];
}

/// No particle lies in a solid (so also none outside a tank) or outside the domain.
void expectInside(const World& world) {
  // Contacts leave particles on the surface; a distance grid's own surface is right to a small part of h.
  const float allowed = 0.05f * world.spec().methodSettings.interactionRadius;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 at = p.position[i];
    for (const Body& body : world.bodies().list) {
      if (!body.present) continue;
      ASSERT_GT(body.shape->distance(body.pose.toLocal(at)), -allowed)
          << body.name << ", particle " << p.id[i];
    }
    if (world.spec().domain) {
      ASSERT_TRUE(world.spec().domain->contains(at)) << "particle " << p.id[i];
    }
  }
}

/// The fastest that liquid has a right to be: thrown as the scene throws it, fallen as deep as it has fallen.
double fairSpeed(const World& world) {
  double thrown = 0.0, top = -1e9;
  for (const LiquidVolume& liquid : world.spec().liquids) {
    thrown = std::max<double>(thrown, glm::length(liquid.velocity));
    // As fast as two of them meet, a sheet leaves between them.
    for (const LiquidVolume& other : world.spec().liquids)
      thrown = std::max<double>(thrown, glm::length(liquid.velocity - other.velocity));
    top = std::max<double>(top, liquid.pose.position.y + liquid.scale.y * liquid.shape->bounds().upper.y);
  }
  for (const Emitter& nozzle : world.emitters()) {
    thrown = std::max<double>(thrown, nozzle.spec().speed);
    top = std::max<double>(top, nozzle.spec().position.y);
  }
  // A body that falls in throws liquid as fast as it comes.
  for (const Body& body : world.spec().bodies)
    if (body.motion == Motion::Dynamic) {
      thrown = std::max<double>(thrown, glm::length(body.velocity));
      top = std::max<double>(top, body.pose.position.y);
    }
  // What controls add, they add at the top of it, or there is more below.
  if (std::ranges::any_of(world.spec().controls,
                          [](const Control& c) { return c.kind == ControlKind::AddLiquid; }))
    top = std::max<double>(top, world.statistics().upper.y);
  const double fallen = std::max(0.0, top - world.statistics().lower.y);
  // The jolt with which blue noise settles is measured against a fall, also where weight comes later only:
  // the strongest gravity that the scene sets counts from the start.
  double gravity = std::abs(world.settings().gravityY);
  for (const TimedCommand& timed : world.spec().timeline)
    if (timed.command.target == "world.gravity_y")
      gravity = std::max<double>(gravity, std::abs(timed.command.values.front()));
  return std::sqrt(thrown * thrown + 2.0 * gravity * fallen);
}

/// Counts the particles that are gone since they were seen last, all of them over the edge of the domain or
/// of the window.
class Leavers {
 public:
  explicit Leavers(const World& world) {
    const auto erases = [](const Control& c) { return c.kind == ControlKind::EraseLiquid; };
    erases_ = std::any_of(world.spec().controls.begin(), world.spec().controls.end(), erases);
  }
  void note(const World& world) {
    const Particles& p = world.particles();
    std::vector<std::optional<Vec3>> now(places_.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p.id[i] >= now.size()) now.resize(p.id[i] + 1);
      now[p.id[i]] = p.position[i];
    }
    // What is farther from the edge than the fastest particle moves in a frame cannot have left.
    const auto frame = static_cast<float>(1.0 / world.spec().framesPerSecond);
    const float edge = 1.5f * frame * std::max(fastest_, fastestParticle(world.particles()));
    for (std::size_t id = 0; id < places_.size(); ++id) {
      if (!places_[id] || now[id]) continue;
      ++count_;
      if (erases_ || isAtWindow(world, *places_[id], edge)) continue;
      ASSERT_TRUE(world.spec().domain) << "particle " << id << " is gone";
      ASSERT_FALSE(world.spec().domain->expanded(-edge).contains(*places_[id]))
          << "particle " << id << " is gone";
    }
    places_ = std::move(now);
    fastest_ = fastestParticle(world.particles());
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  /// Whether a place is within `reach` of where the window ends, or farther out.
  static bool isAtWindow(const World& world, const Vec3& at, float reach) {
    if (!world.spec().window) return false;
    const PosedWindow window = poseOf(*world.spec().window, world.bodies().list, world.time());
    return !window.box.expanded(-reach).contains(at - window.moved);
  }

  std::vector<std::optional<Vec3>> places_;  // by id
  float fastest_ = 0.f;                      // [m/s]
  bool erases_ = false;                      // a control takes particles, wherever it is
  std::size_t count_ = 0;
};

/// How long a run is looked at: a frame on a grid, or with a pressure that is solved for, takes ten times as
/// long. [frames]
std::uint64_t framesOf(const Scene& scene) {
  return scene.world.method == "rasmussen" || scene.world.method == "mps" ? 48 : 90;
}
/// When it is compared with a run that is saved then, and later with that one restored. [frames]
std::uint64_t savedOf(const Scene& scene) { return framesOf(scene) / 8; }
std::uint64_t comparedOf(const Scene& scene) { return 2 * savedOf(scene); }

/// Saves a run on many threads.
/// @return its hash and the file
std::pair<std::uint64_t, std::vector<std::byte>> saveOnManyThreads(const Scene& scene) {
  World many(scene.world, 7);
  advance(many, savedOf(scene));
  return {many.hash(), encodeSave(makeSave(scene, many))};
}

/// On two threads, from a save on.
std::uint64_t hashAfterRestore(const Scene& scene, const std::vector<std::byte>& file) {
  const SaveFile save = decodeSave(file, "memory.ooze");
  World restored(sceneOfSave(save).world, 2);
  ByteReader state(save.state);
  restored.restore(state);
  EXPECT_EQ(restored.frameIndex(), savedOf(scene));
  advance(restored, comparedOf(scene));
  return restored.hash();
}

// In one test, because the run that is looked at, on one thread, is also what the others are compared with.
TEST_P(SceneRun, StaysFiniteInsideAndWholeAndIsTheSameAtAnyNumberOfThreadsAndAfterASaveAndRestore) {
  const Scene scene = load();
  // The most threads first: a process's pool of workers takes its size from its first use.
  const auto [hashOfMany, saved] = saveOnManyThreads(scene);
  World world(scene.world, 1);
  EXPECT_NE(world.hash(), hashOfMany);
  const std::size_t initial = world.particles().size();
  double expected = 0.0;
  bool settled = false;
  for (const LiquidVolume& liquid : world.spec().liquids) {
    expected += volumeOf(liquid, world.bodies().list) / std::pow(world.restSpacing(liquid.material), 3);
    settled |= liquid.sampling == Sampling::Settled;
  }
  // Blue noise meets its count within one particle in a hundred; what has settled has some more in ends that
  // are thinner than a spacing.
  EXPECT_GE(static_cast<double>(initial), 0.99 * expected);
  EXPECT_LE(static_cast<double>(initial), (settled ? 1.05 : 1.01) * expected);

  double fastest = 0.0;
  Leavers leavers(world);
  leavers.note(world);
  std::uint64_t hash = 0;
  while (world.frameIndex() < framesOf(scene)) {
    world.advanceFrame();
    if (world.frameIndex() == savedOf(scene)) {
      EXPECT_EQ(world.hash(), hashOfMany);
    }
    if (world.frameIndex() == comparedOf(scene)) hash = world.hash();
    ASSERT_NO_FATAL_FAILURE(expectFinite(world));
    ASSERT_NO_FATAL_FAILURE(expectInside(world));
    ASSERT_NO_FATAL_FAILURE(leavers.note(world));
    // Pressure may throw single particles faster than a free fall, and blue noise settles with a jolt; a
    // scene that explodes is faster than this by far.
    fastest = std::max<double>(fastest, fastestParticle(world.particles()));
    ASSERT_LT(fastestParticle(world.particles()), 1.5 * fairSpeed(world) + 0.5)
        << "at frame " << world.frameIndex();
  }

  std::uint64_t emitted = 0;
  for (std::size_t e = 0; e < world.emitters().size(); ++e) {
    const Emitter& nozzle = world.emitters()[e];
    // The nozzle's own closes when it has poured its measure.
    const EmitterSpec& given = world.spec().emitters[e];
    const double spacing = world.restSpacing(given.material);
    // The layer that is on its way out, and the rounding of two seconds of travel.
    const double poured = pouredUntil(world.time(), given, spacing);
    const double open = std::clamp<double>(world.time(), given.start, given.stop) - given.start;
    const double layers = given.speed * open / spacing;
    const auto drop = static_cast<double>(dropOf(given.dropRadius, static_cast<float>(spacing)).size());
    const double layer = layers > 0.0 ? poured / layers : 0.0;
    const double atOnce = given.shape == NozzleShape::Shower ? drop : layer;
    EXPECT_NEAR(static_cast<double>(nozzle.emitted()), poured, 1.1 * atOnce) << given.name;
    emitted += nozzle.emitted();
  }
  // Controls add liquid and erase it.
  if (world.spec().controls.empty()) {
    EXPECT_EQ(world.particles().size() + leavers.count(), initial + emitted);
  }
  // Into a scene without liquid and nozzles somebody pours by hand.
  if (!world.spec().liquids.empty() || !world.emitters().empty()) {
    EXPECT_GT(world.particles().size(), 0u);
  }
  RecordProperty("fastest", std::to_string(fastest));
  EXPECT_EQ(hashAfterRestore(scene, saved), hash);
}

INSTANTIATE_TEST_SUITE_P(All, SceneRun, testing::ValuesIn(shippedScenes()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace scene_run_test
}  // namespace ooze
