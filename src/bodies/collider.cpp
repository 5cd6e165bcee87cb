#include "bodies/collider.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <LinearMath/btConvexHullComputer.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace ooze {
namespace {

// Collision margin as a part of the smallest half width. Bodies may overlap this deep before GJK needs the
// expanding polytope algorithm (EPA).
constexpr btScalar kMargin = 0.1f;
constexpr int kCupSides = 24;
// Most vertices of a convex hull. More vertices cost time and do not make bodies more stable.
constexpr int kHullVertices = 128;

using Points = std::vector<btVector3>;

/// Makes the convex hull of points; the points must not be coplanar.
ConvexPart hullPart(const Points& points) {
  constexpr int stride = sizeof(btVector3);
  ConvexPart part;
  btConvexHullComputer hull;
  hull.compute(&points[0].m_floats[0], stride, static_cast<int>(points.size()), 0, 0);
  part.faces =
      std::make_unique<btConvexHullShape>(&hull.vertices[0].m_floats[0], hull.vertices.size(), stride);
  part.faces->setMargin(0);
  part.faces->initializePolyhedralFeatures();

  btScalar width = BT_LARGE_FLOAT;
  for (int k = 0; k < 3; ++k) {
    btVector3 lower, upper;
    part.faces->getAabb(btTransform::getIdentity(), lower, upper);
    width = std::min(width, (upper[k] - lower[k]) / 2);
  }
  // The core shrinks by at most a fifth of the way to the centre; otherwise the core of a sharp wedge would
  // be empty.
  btConvexHullComputer shrunk;
  const btScalar margin =
      shrunk.compute(&points[0].m_floats[0], stride, static_cast<int>(points.size()), kMargin * width, 0.2f);
  const btConvexHullComputer& core = margin > 0 && shrunk.vertices.size() > 0 ? shrunk : hull;
  part.core =
      std::make_unique<btConvexHullShape>(&core.vertices[0].m_floats[0], core.vertices.size(), stride);
  part.core->setMargin(&core == &shrunk ? margin : 0);
  return part;
}

ConvexPart boxPart(const btVector3& half) {
  Points corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(),
                         i & 4 ? half.z() : -half.z());
  ConvexPart part = hullPart(corners);
  auto box = std::make_unique<btBoxShape>(half);
  box->setMargin(kMargin * std::min({half.x(), half.y(), half.z()}));
  part.core = std::move(box);
  return part;
}

/// Returns the support points of a mesh: its farthest vertices in evenly spread directions.
/// The directions are a Fibonacci lattice on the sphere and the six axis directions.
Points farthestVertices(const Mesh& mesh, float scale) {
  std::vector<Vec3> directions{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const double goldenAngle = std::numbers::pi * (3.0 - std::sqrt(5.0));
  for (int i = static_cast<int>(directions.size()); i < kHullVertices; ++i) {
    const double y = 1.0 - 2.0 * (i + 0.5) / kHullVertices;
    const double r = std::sqrt(1.0 - y * y);
    directions.emplace_back(r * std::cos(goldenAngle * i), y, r * std::sin(goldenAngle * i));
  }
  std::set<std::size_t> chosen;
  for (const Vec3& d : directions) {
    const auto farthest =
        std::max_element(mesh.positions.begin(), mesh.positions.end(),
                         [&](const Vec3& a, const Vec3& b) { return glm::dot(a, d) < glm::dot(b, d); });
    chosen.insert(static_cast<std::size_t>(farthest - mesh.positions.begin()));
  }
  Points points;
  for (const std::size_t i : chosen) points.push_back(toBullet(mesh.positions[i], scale));
  return points;
}

std::unique_ptr<TriangleSoup> makeTriangles(const Mesh& mesh, float scale, bool flipped) {
  auto soup = std::make_unique<TriangleSoup>();
  for (const Vec3& p : mesh.positions) soup->vertices.push_back(toBullet(p, scale));
  for (const auto& t : mesh.triangles)
    for (const int k : {0, flipped ? 2 : 1, flipped ? 1 : 2})
      soup->indices.push_back(static_cast<int>(t[static_cast<std::size_t>(k)]));
  soup->view = std::make_unique<btTriangleIndexVertexArray>(
      static_cast<int>(mesh.triangles.size()), soup->indices.data(), static_cast<int>(3 * sizeof(int)),
      static_cast<int>(soup->vertices.size()), &soup->vertices[0].m_floats[0],
      static_cast<int>(sizeof(btVector3)));
  // The BVH uses unquantised coordinates, because quantised coordinates would depend on the bounds of the
  // whole mesh.
  soup->tree = std::make_unique<btBvhTriangleMeshShape>(soup->view.get(), false);
  return soup;
}

btVector3 onCircle(btScalar radius, int i, int sides, btScalar y) {
  const double angle = 2.0 * std::numbers::pi * i / sides;
  return {radius * static_cast<btScalar>(std::cos(angle)), y,
          radius * static_cast<btScalar>(std::sin(angle))};
}

/// Builds a cup from convex parts: a floor and a ring of wedges that stand on the floor.
void addCup(std::vector<ConvexPart>& parts, const btVector3& size) {
  const btScalar outer = size.x(), half = size.y(), thickness = size.z(), inner = outer - thickness;
  Points floor;
  for (int i = 0; i < kCupSides; ++i)
    for (const btScalar y : {-half, -half + thickness}) floor.push_back(onCircle(outer, i, kCupSides, y));
  parts.push_back(hullPart(floor));
  for (int i = 0; i < kCupSides; ++i) {
    Points wedge;
    for (const int k : {i, i + 1})
      for (const btScalar y : {-half + thickness, half})
        for (const btScalar radius : {inner, outer}) wedge.push_back(onCircle(radius, k, kCupSides, y));
    parts.push_back(hullPart(wedge));
  }
}

void addTank(std::vector<PlaneCollider>& walls, const btVector3& inner, bool openTop) {
  for (int k = 0; k < 3; ++k)
    for (const btScalar sign : {btScalar(1), btScalar(-1)}) {
      if (k == 1 && sign < 0 && openTop) continue;
      btVector3 normal(0, 0, 0);
      normal[k] = sign;
      walls.push_back({normal, -inner[k]});
    }
}

/// An ellipsoid that is smaller than the given semi-axes by a margin, which GJK adds again. GJK needs only
/// the support function, the farthest point in a direction. Between the axes the sum bulges beyond the true
/// ellipsoid, by less than the margin times the difference of the axes over their sum.
class EllipsoidShape : public btConvexInternalShape {
 public:
  EllipsoidShape(const btVector3& semiAxes, btScalar margin)
      : axes_(semiAxes - btVector3(margin, margin, margin)) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    setMargin(margin);
  }

  [[nodiscard]] btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    const btVector3 stretched = axes_ * direction;
    const btScalar length = stretched.length();
    return length > 0 ? axes_ * stretched / length : btVector3(axes_.x(), 0, 0);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions, btVector3* vertices,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) vertices[i] = localGetSupportingVertexWithoutMargin(directions[i]);
  }
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override {
    const btVector3 s = axes_ + btVector3(getMargin(), getMargin(), getMargin());
    const btVector3 q = s * s * mass / btScalar(5);
    inertia.setValue(q.y() + q.z(), q.x() + q.z(), q.x() + q.y());
  }
  [[nodiscard]] const char* getName() const override { return "Ellipsoid"; }

 private:
  btVector3 axes_;
};

}  // namespace

Collider makeCollider(const SolidShape& solid, float scale, bool convex) {
  using Kind = SolidShape::SolidKind;
  Collider collider;
  const btVector3 size = toBullet(solid.size, scale);
  const auto add = [&](std::unique_ptr<btConvexShape> core) {
    collider.parts.push_back({std::move(core), nullptr});
  };
  switch (solid.kind) {
    case Kind::Plane:
      collider.halfSpaces.push_back({toBullet(solid.size, 1.f).normalized(), 0});
      break;
    case Kind::Sphere:
      add(std::make_unique<btSphereShape>(size.x()));
      break;
    case Kind::Box:
      collider.parts.push_back(boxPart(size));
      break;
    case Kind::Capsule:
      add(std::make_unique<btCapsuleShape>(size.x(), 2 * size.y()));
      break;
    case Kind::Cylinder: {
      auto cylinder = std::make_unique<btCylinderShape>(btVector3(size.x(), size.y(), size.x()));
      cylinder->setMargin(kMargin * std::min(size.x(), size.y()));
      add(std::move(cylinder));
      break;
    }
    case Kind::Ellipsoid:
      add(std::make_unique<EllipsoidShape>(size, kMargin * std::min({size.x(), size.y(), size.z()})));
      break;
    case Kind::Cup:
      addCup(collider.parts, size);
      break;
    case Kind::Tank:
      addTank(collider.halfSpaces, size, solid.openTop);
      break;
    case Kind::Mesh:
    case Kind::Mould:
      if (!solid.mesh || solid.mesh->triangles.empty()) break;
      if (convex && solid.kind == Kind::Mesh)
        collider.parts.push_back(hullPart(farthestVertices(*solid.mesh, scale)));
      else
        collider.triangles = makeTriangles(*solid.mesh, scale, solid.kind == Kind::Mould);
      break;
  }
  return collider;
}

}  // namespace ooze
