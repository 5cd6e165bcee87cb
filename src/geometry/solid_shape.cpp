#include "ooze/geometry/solid_shape.h"

#include "ooze/base/error.h"

#include "geometry/mesh_work.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

ShapePtr make(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
              CancellationToken* work) {
  using Kind = SolidShape::SolidKind;
  const Vec3& size = shape.size;
  switch (shape.kind) {
    case Kind::Plane:
      return makePlane(size);
    case Kind::Sphere:
      return makeSphere(size.x);
    case Kind::Box:
      return makeBox(size);
    case Kind::Capsule:
      return makeCapsule(size.x, size.y);
    case Kind::Cylinder:
      return makeCylinder(size.x, size.y);
    case Kind::Ellipsoid:
      return makeEllipsoid(size);
    case Kind::Cup:
      return makeCup(size.x, size.y, size.z);
    case Kind::Tank:
      return makeTank(size, shape.openTop);
    case Kind::Mesh:
    case Kind::Mould:
      break;
  }
  if (!shape.mesh) throw InputError("the shape has no mesh");
  ShapePtr inside = work ? makeMeshDistance(*shape.mesh, cell, cacheFolder, *work)
                         : makeMeshDistance(*shape.mesh, cell, cacheFolder);
  return shape.kind == Kind::Mould ? makeComplement(std::move(inside)) : inside;
}

constexpr double kPi = std::numbers::pi;

/// Returns the mass properties of a solid with three planes of symmetry through its centre.
/// @param meanSquares  means of x^2, y^2 and z^2 over the solid [m^2]
MassProperties symmetric(double volume, const glm::dvec3& meanSquares) {
  MassProperties m;
  m.volume = volume;
  const double sum = meanSquares.x + meanSquares.y + meanSquares.z;
  for (int axis = 0; axis < 3; ++axis) m.inertia[axis][axis] = volume * (sum - meanSquares[axis]);
  return m;
}

MassProperties ellipsoid(const glm::dvec3& e) {
  return symmetric(4.0 / 3.0 * kPi * e.x * e.y * e.z, e * e / 5.0);
}

MassProperties box(const glm::dvec3& half) {
  return symmetric(8.0 * half.x * half.y * half.z, half * half / 3.0);
}

MassProperties cylinder(double radius, double half) {
  const double across = radius * radius / 4.0;
  return symmetric(2.0 * kPi * radius * radius * half, {across, half * half / 3.0, across});
}

MassProperties capsule(double radius, double half) {
  const MassProperties middle = cylinder(radius, half);
  const double ends = 4.0 / 3.0 * kPi * radius * radius * radius;  // volume of the two half balls [m^3]
  // The mean of (half + s)^2 over a half ball, with mean height 3/8 radius and mean square radius^2 / 5.
  const double along = half * half + 0.75 * half * radius + radius * radius / 5.0;
  const double across = radius * radius / 5.0;
  MassProperties m = symmetric(ends, {across, along, across});
  m.volume += middle.volume;
  m.inertia += middle.inertia;
  return m;
}

/// Returns the parallel axis (Steiner) term: the inertia about a point `offset` from the centre, minus that
/// about the centre.
glm::dmat3 parallelAxisTerm(double volume, const glm::dvec3& offset) {
  return volume * (glm::dot(offset, offset) * glm::dmat3(1.0) - glm::outerProduct(offset, offset));
}

MassProperties cup(double radius, double half, double wall) {
  const MassProperties whole = cylinder(radius, half);
  const MassProperties cavity = cylinder(radius - wall, half - 0.5 * wall);
  const glm::dvec3 cavityCentre(0.0, 0.5 * wall, 0.0);
  MassProperties m;
  m.volume = whole.volume - cavity.volume;
  m.centre = -cavity.volume / m.volume * cavityCentre;
  m.inertia = whole.inertia + parallelAxisTerm(whole.volume, m.centre) - cavity.inertia -
              parallelAxisTerm(cavity.volume, cavityCentre - m.centre);
  return m;
}

/// Integrates over a closed mesh by the divergence theorem: signed tetrahedra from the middle of the mesh to
/// its triangles.
MassProperties enclosed(const Mesh& mesh) {
  requireSound(mesh);
  requireClosed(mesh);
  const Aabb bounds = mesh.bounds();
  const glm::dvec3 apex(bounds.centre());
  double volume = 0, area = 0;
  glm::dvec3 first(0.0);   // integral of x
  glm::dmat3 second(0.0);  // integral of x x^T
  for (const auto& t : mesh.triangles) {
    const glm::dvec3 a = glm::dvec3(mesh.positions[t[0]]) - apex, b = glm::dvec3(mesh.positions[t[1]]) - apex,
                     c = glm::dvec3(mesh.positions[t[2]]) - apex, sum = a + b + c;
    const double part = glm::dot(a, glm::cross(b, c)) / 6.0;
    volume += part;
    area += 0.5 * glm::length(glm::cross(b - a, c - a));
    first += part / 4.0 * sum;
    second += part / 20.0 *
              (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) +
               glm::outerProduct(sum, sum));
  }
  // A mesh thinner than this part of its length is flat: its computed volume is only rounding of the
  // vertices.
  constexpr double kThinnest = 1e-6;
  if (!(std::abs(volume) > kThinnest * area * static_cast<double>(glm::length(bounds.size()))))
    throw InputError("the mesh is flat: it encloses no volume");
  if (volume < 0.0) volume = -volume, first = -first, second = -second;

  const glm::dvec3 centre = first / volume;
  const glm::dmat3 spread = second - volume * glm::outerProduct(centre, centre);
  // A valid solid has positive second moments along every direction. Parts that face inward count as negative
  // mass.
  const double minor = spread[0][0] * spread[1][1] - spread[0][1] * spread[1][0];
  if (!(spread[0][0] > 0.0) || !(minor > 0.0) || !(glm::determinant(spread) > 0.0))
    throw InputError("the mesh is not a solid: its inward-facing parts outweigh the rest");
  const double trace = spread[0][0] + spread[1][1] + spread[2][2];
  return {volume, apex + centre, trace * glm::dmat3(1.0) - spread};
}

}  // namespace

SolidShape withLeastWall(const SolidShape& shape, float leastWall) {
  using Kind = SolidShape::SolidKind;
  SolidShape thick = shape;
  Vec3& size = thick.size;
  const float half = 0.5f * leastWall;
  switch (shape.kind) {
    case Kind::Box:
    case Kind::Ellipsoid: {
      const int thin = size.x <= size.y ? (size.x <= size.z ? 0 : 2) : (size.y <= size.z ? 1 : 2);
      // A rod or a crumb, thin along more axes, is no wall.
      const bool isPlate = size[(thin + 1) % 3] >= half && size[(thin + 2) % 3] >= half;
      if (isPlate) size += std::max(0.f, half - size[thin]);
      break;
    }
    case Kind::Cylinder:
      if (size.x >= half) size += std::max(0.f, half - size.y);
      break;
    case Kind::Cup: {
      const float missing = leastWall - size.z;
      const bool hasRoom = size.x - size.z > missing && size.y - 0.5f * size.z > missing;
      if (missing > 0.f && hasRoom) size = {size.x + 0.5f * missing, size.y + 0.5f * missing, leastWall};
      break;
    }
    default:
      break;
  }
  return thick;
}

ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder) {
  return make(shape, cell, cacheFolder, nullptr);
}

ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
                      CancellationToken& work) {
  return make(shape, cell, cacheFolder, &work);
}

MassProperties massProperties(const SolidShape& shape) {
  using Kind = SolidShape::SolidKind;
  const glm::dvec3 size(shape.size);
  switch (shape.kind) {
    case Kind::Plane:
      throw InputError("a plane is infinite, so it has no mass");
    case Kind::Tank:
      throw InputError("a tank is infinite outward, so it has no mass");
    case Kind::Mould:
      throw InputError("a mould is infinite outward, so it has no mass");
    case Kind::Mesh:
      if (!shape.mesh) throw InputError("the shape has no mesh");
      return enclosed(*shape.mesh);
    default:
      makeDistance(shape);  // throws if the parameters make no solid
  }
  switch (shape.kind) {
    case Kind::Box:
      return box(size);
    case Kind::Capsule:
      return capsule(size.x, size.y);
    case Kind::Cylinder:
      return cylinder(size.x, size.y);
    case Kind::Ellipsoid:
      return ellipsoid(size);
    case Kind::Cup:
      return cup(size.x, size.y, size.z);
    default:
      return ellipsoid(glm::dvec3(size.x));
  }
}

}  // namespace ooze
