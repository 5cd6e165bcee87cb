// An ellipsoid as a Bullet shape. GJK needs only its support function, the farthest point in a direction.
#pragma once

#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>

namespace ooze {

/// A convex shape that is smaller than the given semi-axes by a margin, which GJK adds again.
/// Between the axes the sum bulges beyond the true ellipsoid, by less than the margin times the difference of
/// the axes over their sum.
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

}  // namespace ooze
