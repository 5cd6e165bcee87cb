// Collision geometry of a solid for Bullet's narrow phase (convex parts, half-spaces or triangles), and
// contact points between two solids that touch or may touch soon.
#pragma once

#include "ooze/bodies/bodies.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <LinearMath/btTransform.h>
#include <memory>
#include <vector>

namespace ooze {

inline btVector3 toBullet(const Vec3& v, float scale = 1.f) {
  return {v.x * scale, v.y * scale, v.z * scale};
}

/// A convex part of a collider: the solid is the core grown by the core's margin.
/// A core that is smaller by a margin lets GJK find exact distances and normals while solids overlap a
/// little. Only deeper overlaps need the expanding polytope algorithm (EPA).
struct ConvexPart {
  std::unique_ptr<btConvexShape> core;
  /// The solid's flat faces at full size; null for a round solid.
  std::unique_ptr<btConvexHullShape> faces;
};

/// A half-space, solid where dot(normal, p) < offset.
struct PlaneCollider {
  btVector3 normal;
  btScalar offset;
};

/// A triangle mesh that bodies may not cross. Triangles are counter-clockwise seen from the free side.
struct TriangleSoup {
  std::vector<btVector3> vertices;
  std::vector<int> indices;
  std::unique_ptr<btTriangleIndexVertexArray> view;
  std::unique_ptr<btBvhTriangleMeshShape> tree;
};

/// The collision geometry of one solid: either convex parts, half-spaces or triangles.
/// Lengths are in the solver's unit, in the frame of the solid's shape.
struct Collider {
  std::vector<ConvexPart> parts;
  std::vector<PlaneCollider> halfSpaces;
  std::unique_ptr<TriangleSoup> triangles;
};

/// Makes the collision geometry of a solid. The same parameters give the same bits.
/// @param scale   solver's units per metre
/// @param convex  true for freely moving bodies: a mesh becomes its convex hull instead of its triangles. A
///         mesh without triangles becomes nothing.
Collider makeCollider(const SolidShape& solid, float scale, bool convex);

/// A contact point, in world space and in the solver's units.
struct ContactPoint {
  btVector3 normal;  ///< unit normal, from the second solid to the first
  btVector3 place;   ///< the contact point on the surface of the second solid
  btScalar gap;      ///< distance of the solids along the normal, negative where they overlap
};

/// Appends the contact points of two solids that are nearer than `reach`.
/// Faces that lie on one another give all their corners; otherwise the nearest point is the only contact. Two
/// colliders without convex parts have no contacts. The result depends on the arguments only.
void findContacts(const Collider& first, const btTransform& firstPose, const Collider& second,
                  const btTransform& secondPose, btScalar reach, std::vector<ContactPoint>& contacts);

}  // namespace ooze
