// What lies under the pointer.
#pragma once

#include "ooze/world/snapshot.h"

#include "ui/orbit_camera.h"

#include <optional>

namespace ooze::ui {

struct SolidHit {
  std::size_t body;  ///< index in the snapshot
  float distance;    ///< along the ray [m]
};

/// The nearest visible solid. One looks through tanks and moulds.
/// @param insideOfTanks  the floor and the walls of a tank count too, seen from within
std::optional<SolidHit> pickSolid(const Snapshot& snapshot, const Ray& ray, bool insideOfTanks = false);
/// How far along the ray the nearest liquid is [m].
std::optional<float> pickLiquid(const Snapshot& snapshot, const Ray& ray);
/// The nearest thing under a ray: liquid or a visible solid. @return false if there is none
bool pick(const Snapshot& snapshot, const Ray& ray, Vec3& point);

}  // namespace ooze::ui
