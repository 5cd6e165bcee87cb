#include "session/scene_cost.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

constexpr float kFarthestFall = 5.f;  // limit for the height of fall; larger heights count as this height [m]
constexpr double kAssumedPouredVolume = 5e-4;  // assumed volume that a user pours into an empty scene [m^3]
constexpr Vec3 kHand{0.f, 0.25f, 0.f};         // assumed position of the user's nozzle [m]

float restSpacing(const WorldSpec& spec, std::size_t material) {
  return findMethod(spec.method).restSpacing(spec.methodSettings, spec.materials[material]);
}

double particleVolume(const WorldSpec& spec, std::size_t material) {
  return std::pow(static_cast<double>(restSpacing(spec, material)), 3);
}

double pouredVolume(const EmitterSpec& e, double seconds, double ofOneParticle) {
  const double r = e.radius;
  const double part = e.shape == NozzleShape::Shower ? e.coverage : 1.0;
  const double area = e.shape == NozzleShape::Disc ? std::numbers::pi * r * r : part * 4.0 * r * r;
  const double open = std::max(0.0, std::min(e.stop, seconds) - e.start);
  double volume = area * std::max(0.f, e.speed) * open;
  if (e.volumeLimit > 0.f) volume = std::min<double>(volume, e.volumeLimit);
  return std::min(volume, static_cast<double>(e.particleLimit) * ofOneParticle);
}

// Returns the distance from `from` along the unit vector `down` to the first solid, by sphere tracing [m].
float freePath(const std::vector<Body>& bodies, const Vec3& from, const Vec3& down) {
  constexpr float kTouches = 1e-3f;
  float path = 0.f;
  for (int i = 0; i < 200 && path < kFarthestFall; ++i) {
    float clear = kFarthestFall;
    for (const Body& b : bodies) {
      if (!b.present) continue;
      const Pose pose = b.keys.empty() ? b.pose : interpolate(b.keys, 0.0);
      clear = std::min(clear, b.shape->distance(pose.toLocal(from + path * down)));
    }
    if (clear < kTouches) return path;
    path += clear;
  }
  return std::min(path, kFarthestFall);
}

// Start position of liquid, and its speed after falling to the first solid below.
struct Fall {
  Vec3 from{0.f};
  float speed = 0.f;  ///< speed when the liquid reaches the first solid below [m/s]
};

Fall fastestFall(const WorldSpec& spec) {
  const WorldSettings& s = spec.settings;
  const Vec3 gravity{s.gravityX, s.gravityY, s.gravityZ};
  const float g = glm::length(gravity);
  Fall fastest;
  fastest.from = kHand;
  if (!spec.liquids.empty()) fastest.from = spec.liquids[0].pose.position;
  // Only jets count, because jets fall all the time; liquid present at the start falls once.
  for (const EmitterSpec& e : spec.emitters) {
    const float path = g > 0.f ? freePath(spec.bodies, e.position, gravity / g) : 0.f;
    const float reached = std::sqrt(e.speed * e.speed + 2.f * g * path);
    if (reached >= fastest.speed) fastest = {e.position, reached};
  }
  return fastest;
}

// Asks a probe world for the number of substeps while a drop moves at the speed of the falling liquid.
int substepsWhileItFalls(const WorldSpec& spec, const Fall& fall, float spacing) {
  WorldSpec probe = spec;
  LiquidVolume drop{"probe", makeBox(Vec3(0.6f * spacing)), {fall.from}, Sampling::Lattice};
  drop.velocity = {0.f, fall.speed, 0.f};
  probe.liquids = {drop};
  probe.domain.reset();
  probe.timeline.clear();
  World world(std::move(probe), 1);
  world.step();
  return world.substeps();
}

}  // namespace

std::uint16_t LiquidVolumes::mainMaterial() const {
  std::size_t main = 0;
  for (std::size_t m = 1; m < atStart.size(); ++m)
    if (atStart[m] + poured[m] > atStart[main] + poured[main]) main = m;
  return static_cast<std::uint16_t>(main);
}

LiquidVolumes estimateLiquidVolumes(const Scene& scene) {
  // A world fills the shapes as in a real run; lattice sampling gives as many points as blue noise, but
  // faster.
  WorldSpec spec = scene.world;
  for (LiquidVolume& liquid : spec.liquids) liquid.sampling = Sampling::Lattice;
  const World start(spec, 1);
  LiquidVolumes amounts;
  amounts.atStart.resize(spec.materials.size());
  amounts.poured.resize(spec.materials.size());
  std::vector<double> ofOneParticle;
  for (std::size_t m = 0; m < spec.materials.size(); ++m) ofOneParticle.push_back(particleVolume(spec, m));
  for (const std::uint16_t m : start.particles().material) amounts.atStart[m] += ofOneParticle[m];
  for (const EmitterSpec& e : spec.emitters)
    amounts.poured[e.material] += pouredVolume(e, scene.duration, ofOneParticle[e.material]);
  if (spec.liquids.empty() && spec.emitters.empty()) amounts.poured[0] = kAssumedPouredVolume;
  return amounts;
}

SceneCost estimateSceneCost(const WorldSpec& spec, const LiquidVolumes& amounts) {
  SceneCost demand;
  demand.framesPerSecond = spec.framesPerSecond;
  const auto limit = static_cast<double>(spec.particleLimit);
  double atStart = 0.0;
  for (std::size_t m = 0; m < amounts.atStart.size(); ++m) {
    atStart += amounts.atStart[m] / particleVolume(spec, m);
    demand.particles += (amounts.atStart[m] + amounts.poured[m]) / particleVolume(spec, m);
  }
  demand.fits = atStart <= 0.95 * limit;  // margin, because the count is accurate to a few per cent
  demand.particles = std::min(demand.particles, limit);
  if (demand.particles >= 1.0)
    demand.substeps = substepsWhileItFalls(spec, fastestFall(spec), restSpacing(spec, 0));
  return demand;
}

}  // namespace ooze
