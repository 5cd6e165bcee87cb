// Pieces of USD text (usda).
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"
#include "ooze/world/snapshot.h"

#include "app/exports/solid_recorder.h"
#include "render/camera.h"
#include "render/environment.h"

#include <glm/mat4x4.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace ooze::usd {

/// Returns a valid name of a prim, made from any text, that is not in `taken`, and adds the name to `taken`.
std::string primName(std::string_view text, std::set<std::string>& taken);
/// Returns text between quotation marks, with escapes.
std::string stringLiteral(std::string_view text);
/// Returns a vector as a tuple.
std::string tuple(const Vec3& v);
/// Returns a matrix in USD's order: rows are the images of the axes, and the last row is the translation.
std::string matrix(const glm::mat4& m);

/// Returns a solid as a prim: an Xform with time samples of pose and visibility, and a mesh.
/// @param name      name of the prim
/// @param title     name for people
/// @param material  path of the material
std::string solidPrim(const std::string& name, std::string_view title, const RecordedSolid& solid,
                      const std::string& material);
/// Returns a square on the floor as a mesh.
/// @param radius  half the side [m]
std::string floorPrim(const Vec3& centre, float radius, const std::string& material);
/// Returns a liquid's material as UsdPreviewSurface. The surface shows displayColor of the liquid. Absorption
/// and scattering, which UsdPreviewSurface lacks, are custom attributes.
std::string liquidMaterial(const std::string& name, const MaterialDefinition& material);
/// Returns a solid's material as UsdPreviewSurface.
std::string solidMaterial(const std::string& name, const Vec3& albedo, bool metal);
/// @param aspect  width over height of the picture
std::string cameraPrim(const CameraView& camera, float aspect);
/// Returns the key light as a DistantLight, and the surroundings as a DomeLight with surroundings.hdr.
std::string lightPrims(const EnvironmentLight& light);

}  // namespace ooze::usd
