#include "ooze/world/spray_trail.h"

#include <array>
#include <utility>
#include <vector>

namespace ooze {
namespace {

constexpr std::array<std::pair<std::string_view, float>, 1> kThrows{{{"water", 1.f}}};

}  // namespace

float sprayOf(std::string_view look) {
  for (const auto& [key, amount] : kThrows)
    if (key == look) return amount;
  return 0.f;
}

std::shared_ptr<const Snapshot> SprayTrail::snapshot(const World& world, const SnapshotContent& content) {
  const std::shared_ptr<Snapshot> shot = world.snapshot(content);
  if (!content.droplets) {
    spray_.forget();
    return shot;
  }
  std::vector<float> emissionFactors;
  for (const MaterialDefinition& material : shot->materials)
    emissionFactors.push_back(sprayOf(material.look));
  const WorldSettings& settings = world.settings();
  SprayFrame now;
  now.frame = shot->frame;
  now.seconds = 1.f / shot->framesPerSecond;
  now.spacing = shot->restSpacing;
  now.positions = shot->positions;
  now.velocities = shot->velocities;
  now.ids = shot->ids;
  now.materials = shot->particleMaterials;
  now.frozen = shot->frozen;
  now.emissionFactors = emissionFactors;
  now.bodies = shot->bodies;
  now.domain = world.spec().domain;
  now.gravity = {settings.gravityX, settings.gravityY, settings.gravityZ};
  shot->droplets = spray_.follow(now, threads_);
  return shot;
}

}  // namespace ooze
