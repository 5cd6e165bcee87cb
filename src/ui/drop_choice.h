// A body to drop into the scene: what the panel chooses, and where the mouse puts it.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include "ui/orbit_camera.h"

#include <optional>
#include <span>

namespace ooze::ui {

struct DropShape {
  const char* word;    ///< for people
  const char* target;  ///< of the command
  SolidShape::Kind kind;
};
std::span<const DropShape> dropShapes();

struct DropChoice {
  std::size_t shape = 0;      ///< of dropShapes()
  std::optional<float> size;  ///< as in the command; unset: usualDropSize() [m]
  float density = 400.f;      ///< [kg/m^3]
};

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

}  // namespace ooze::ui
