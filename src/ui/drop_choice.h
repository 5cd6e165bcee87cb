// A body to drop into the scene: what the panel chooses, and where the mouse puts it.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include "ui/orbit_camera.h"

#include <optional>
#include <span>

namespace ooze::ui {

struct DropShape {
  const char* word;      ///< for people
  const char* target;    ///< of the command that drops it
  const char* collider;  ///< of the command that places it for good
  SolidShape::Kind kind;
};
std::span<const DropShape> dropShapes();

struct DropChoice {
  std::size_t shape = 0;      ///< of dropShapes()
  std::optional<float> size;  ///< as in the command; unset: usualDropSize() [m]
  float density = 400.f;      ///< [kg/m^3]
};

inline constexpr float kSmallestDrop = 0.5f, kLargestDrop = 5.f;  ///< in usual sizes
/// Two interaction radii: liquid of radius h moves it well, and it is seen well. @return [m]
float usualDropSize(float h);
float dropSize(const DropChoice& choice, const Snapshot& snapshot);
Command dropCommand(const DropChoice& choice, const Snapshot& snapshot, const Vec3& place);

/// Where the body goes that is dropped under a ray: just above the liquid or clear of the solid that the ray
/// meets first, the inside of tanks among them; if it meets nothing, as far off as what the camera turns
/// round.
/// @param domain  of the scene: what is outside would be gone at once
Vec3 dropPlace(const DropChoice& choice, const Snapshot& snapshot, const OrbitCamera& camera, const Ray& ray,
               const std::optional<Aabb>& domain);

/// Where a collider stands that is placed under a ray: on the solid there, seen through liquid; without one
/// in the liquid, or as far off as what the camera turns round.
/// @param size, domain  as above
Vec3 colliderPlace(SolidShape::Kind kind, float size, const Snapshot& snapshot, const OrbitCamera& camera,
                   const Ray& ray, const std::optional<Aabb>& domain);

/// How far along a ray the camera's target is [m].
float distanceOfTarget(const Ray& ray, const OrbitCamera& camera);

}  // namespace ooze::ui
