#include "scenes/scene_checker.h"

#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace ooze::test {
namespace {

std::string notFinite(const World& world) {
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!isFinite(p.position[i]) || !isFinite(p.velocity[i]))
      return fmt::format("particle {} is not finite", p.id[i]);
  return "";
}

/// Checks that no particle lies in a solid (or outside a tank), or outside the domain.
std::string notInside(const World& world) {
  // Contacts leave particles on the surface; a distance grid's surface is accurate to a small part of h.
  const float allowed = 0.05f * world.spec().methodSettings.interactionRadius;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 at = p.position[i];
    for (const Body& body : world.bodies().list) {
      if (!body.present) continue;
      // The negated comparison also catches NaN.
      if (const float away = body.shape->distance(body.pose.toLocal(at)); !(away > -allowed))
        return fmt::format("particle {} lies {} m deep in {}", p.id[i], -away, body.name);
    }
    if (world.spec().domain && !world.spec().domain->contains(at))
      return fmt::format("particle {} lies outside of the domain", p.id[i]);
  }
  return "";
}

/// Returns the largest plausible speed of the liquid, from the speeds that the scene sets and the height of
/// fall.
double plausibleSpeed(const World& world) {
  double thrown = 0.0, top = -1e9;
  for (const LiquidVolume& liquid : world.spec().liquids) {
    thrown = std::max<double>(thrown, glm::length(liquid.velocity));
    // A sheet between two colliding liquids leaves at their relative speed.
    for (const LiquidVolume& other : world.spec().liquids)
      thrown = std::max<double>(thrown, glm::length(liquid.velocity - other.velocity));
    top = std::max<double>(top, liquid.pose.position.y + liquid.scale.y * liquid.shape->bounds().upper.y);
  }
  for (const Emitter& nozzle : world.emitters()) {
    thrown = std::max<double>(thrown, nozzle.spec().speed);
    top = std::max<double>(top, nozzle.spec().position.y);
  }
  // A body that falls in throws liquid at the body's speed.
  for (const Body& body : world.spec().bodies)
    if (body.motion == Motion::Dynamic) {
      thrown = std::max<double>(thrown, glm::length(body.velocity));
      top = std::max<double>(top, body.pose.position.y);
    }
  // Control particles add liquid at the top of the present liquid.
  if (std::ranges::any_of(world.spec().controls,
                          [](const Control& c) { return c.kind == ControlKind::AddLiquid; }))
    top = std::max<double>(top, world.statistics().upper.y);
  const double fallen = std::max(0.0, top - world.statistics().lower.y);
  // The jolt with which blue noise settles is compared with a fall, even if gravity is switched on later. The
  // strongest gravity of the scene counts from the start.
  double gravity = std::abs(world.settings().gravityY);
  for (const TimedCommand& timed : world.spec().timeline)
    if (const auto* set = std::get_if<SetValue>(&timed.command);
        set && set->setting == SettingName{SettingOwner::World, {}, "gravity_y"})
      gravity = std::max<double>(gravity, std::abs(set->value.number()));
  return std::sqrt(thrown * thrown + 2.0 * gravity * fallen);
}

/// Checks the largest speed. Pressure may throw single particles faster than free fall, and blue noise
/// settles with a jolt; an exploding scene exceeds the limit by far.
std::string tooFast(const World& world) {
  const double fastest = fastestParticle(world.particles()), most = 1.5 * plausibleSpeed(world) + 0.5;
  return fastest < most ? "" : fmt::format("a particle moves at {} m/s, over {}", fastest, most);
}

/// Returns true if a point is within `reach` of the window's border, or outside.
bool isAtWindow(const World& world, const Vec3& at, float reach) {
  if (!world.spec().window) return false;
  const PosedWindow window = poseOf(*world.spec().window, world.bodies().list, world.time());
  return !window.box.expanded(-reach).contains(at - window.moved);
}

}  // namespace

SceneChecker::SceneChecker(const World& world) {
  const auto erases = [](const Control& c) { return c.kind == ControlKind::EraseLiquid; };
  erases_ = std::any_of(world.spec().controls.begin(), world.spec().controls.end(), erases);
  (void)countLostParticles(world);
}

void SceneChecker::note(const World& world) {
  if (!findings_.fault.empty()) return;
  if (const std::string fault = faultOf(world); !fault.empty())
    findings_.fault = fmt::format("frame {}: {}", world.frameIndex(), fault);
}

std::string SceneChecker::faultOf(const World& world) {
  if (std::string fault = notFinite(world); !fault.empty()) return fault;
  if (std::string fault = notInside(world); !fault.empty()) return fault;
  if (std::string fault = countLostParticles(world); !fault.empty()) return fault;
  findings_.fastest = std::max<double>(findings_.fastest, fastestParticle(world.particles()));
  return tooFast(world);
}

std::string SceneChecker::countLostParticles(const World& world) {
  const Particles& p = world.particles();
  std::vector<std::optional<Vec3>> now(places_.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p.id[i] >= now.size()) now.resize(p.id[i] + 1);
    now[p.id[i]] = p.position[i];
  }
  // A particle cannot have left if its distance from the edge exceeds the displacement of the fastest
  // particle in a frame.
  const auto frame = static_cast<float>(1.0 / world.spec().framesPerSecond);
  const float edge = 1.5f * frame * std::max(fastest_, fastestParticle(world.particles()));
  for (std::size_t id = 0; id < places_.size(); ++id) {
    if (!places_[id] || now[id]) continue;
    ++findings_.lostParticles;
    if (erases_ || isAtWindow(world, *places_[id], edge)) continue;
    if (!world.spec().domain || world.spec().domain->expanded(-edge).contains(*places_[id]))
      return fmt::format("particle {} is gone", id);
  }
  places_ = std::move(now);
  fastest_ = fastestParticle(world.particles());
  return "";
}

}  // namespace ooze::test
