#include "fuzz/targets/mesh_measures.h"

#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"

#include "fuzz/targets/fuzz_target.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace ooze::fuzz {
namespace {

constexpr float kCells = 12.f;  // grid cells along the longest side of the mesh

}  // namespace

void measureMesh(Mesh mesh) {
  require(!mesh.triangles.empty(), "a mesh without a triangle");
  for (const Vec3& p : mesh.positions) require(isFinite(p), "a vertex is not finite");
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t i : t) require(i < mesh.positions.size(), "a vertex is not there");
  computeNormals(mesh);
  for (const Vec3& n : mesh.normals) require(isFinite(n), "a normal is not finite");
  standWithHeight(mesh, 1.f);
  const Vec3 lengths = mesh.bounds().size();
  const ShapePtr shape = makeMeshDistance(mesh, std::max({lengths.x, lengths.y, lengths.z}) / kCells);
  const SignedDistance::Sample sample = shape->sample(mesh.bounds().centre());
  require(std::isfinite(sample.distance) && isFinite(sample.normal), "a distance is not finite");
  SolidShape solid;
  solid.kind = SolidShape::SolidKind::Mesh;
  solid.mesh = std::make_shared<const Mesh>(std::move(mesh));
  const MassProperties mass = massProperties(solid);
  require(mass.volume > 0 && std::isfinite(mass.volume), "a solid without a volume");
}

}  // namespace ooze::fuzz
