// A solid as Bullet's narrow phase wants it: convex parts, half-spaces or triangles.
#pragma once

#include "ooze/bodies/bodies.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <memory>
#include <vector>

namespace ooze {

inline btVector3 toBullet(const Vec3& v, float scale = 1.f) {
  return {v.x * scale, v.y * scale, v.z * scale};
}

/// The solid is the core grown by the core's margin. A core that is smaller by a margin lets GJK find
/// distances and normals while solids overlap a little, where its answers are exact; only deeper overlaps
/// need the expanding polytope.
struct ConvexPart {
  std::unique_ptr<btConvexShape> core;
  std::unique_ptr<btConvexHullShape> faces;  ///< the solid's flat faces at full size; null: it is round
};

/// Solid where dot(normal, p) < offset.
struct HalfSpace {
  btVector3 normal;
  btScalar offset;
};

/// Triangles that a body may not cross; counter-clockwise seen from where it may be.
struct TriangleSoup {
  std::vector<btVector3> vertices;
  std::vector<int> indices;
  std::unique_ptr<btTriangleIndexVertexArray> view;
  std::unique_ptr<btBvhTriangleMeshShape> tree;
};

/// Lengths are in the solver's unit, in the frame of the solid's shape. Either parts, half-spaces or
/// triangles.
struct Collider {
  std::vector<ConvexPart> parts;
  std::vector<HalfSpace> halfSpaces;
  std::unique_ptr<TriangleSoup> triangles;
};

/// @param scale   solver's units per metre
/// @param convex  a mesh becomes its convex hull (what moves freely), not its triangles; a mesh without
///                triangles becomes nothing
/// The same parameters give the same bits.
Collider makeCollider(const SolidShape& solid, float scale, bool convex);

}  // namespace ooze
