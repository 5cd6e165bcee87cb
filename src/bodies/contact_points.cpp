// Contact manifold generation.
// GJK and the expanding polytope algorithm (EPA) give the nearest points and a contact normal (van den Bergen
// 2001). A single point cannot support a face. Where a face lies along the normal, the other solid's nearest
// face or edge is therefore clipped to that face (Gottschalk's contact manifold, as in Catto, "Contact
// manifolds", GDC 2007).
#include "bodies/collider.h"

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexPolyhedron.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

// Cosine of about 6 degrees. A face whose normal is closer to the contact normal counts as lying along the
// contact. The face's own normal is then used, because it has no rounding from GJK's iteration.
constexpr btScalar kAlong = 0.995f;
// Cosine above which the contact normal is a face's normal, not an edge's.
constexpr btScalar kOnFace = 0.9999f;
// Distance to a face's plane within which an edge contact is redundant [solver's units].
constexpr btScalar kInFace = 0.01f;
constexpr int kRimPoints = 12;  // points on the rim of a cylinder's end

using Points = std::vector<btVector3>;

/// The support feature of a solid, farthest in a direction: a face, an edge (two points) or a point.
struct Feature {
  Points points;              // in order round a face
  btVector3 normal{0, 0, 0};  // outward normal of a face; zero for edges and points
  [[nodiscard]] bool isFace() const { return points.size() > 2; }
};

Feature faceOf(const btConvexPolyhedron& solid, const btVector3& direction) {
  const btFace* best = nullptr;
  btScalar most = -BT_LARGE_FLOAT;
  for (int i = 0; i < solid.m_faces.size(); ++i) {
    const btFace& face = solid.m_faces[i];
    const btScalar along = direction.dot({face.m_plane[0], face.m_plane[1], face.m_plane[2]});
    if (along > most) most = along, best = &face;
  }
  Feature feature;
  if (!best) return feature;
  feature.normal.setValue(best->m_plane[0], best->m_plane[1], best->m_plane[2]);
  for (int i = 0; i < best->m_indices.size(); ++i)
    feature.points.push_back(solid.m_vertices[best->m_indices[i]]);
  return feature;
}

Feature endOrSideOf(const btCylinderShape& cylinder, const btVector3& direction) {
  const btScalar radius = cylinder.getRadius(), half = cylinder.getHalfExtentsWithMargin().y();
  Feature feature;
  if (std::abs(direction.y()) > std::numbers::sqrt2_v<btScalar> / 2) {
    const btScalar y = direction.y() > 0 ? half : -half;
    feature.normal.setValue(0, direction.y() > 0 ? 1 : -1, 0);
    // A tilted cylinder stands on its lowest point. For an upright cylinder the lowest point would be
    // rounding noise.
    const bool tilted = std::hypot(direction.x(), direction.z()) > 0.02f;
    const btScalar start = tilted ? std::atan2(direction.z(), direction.x()) : 0;
    for (int i = 0; i < kRimPoints; ++i) {
      const btScalar angle = start + 2 * std::numbers::pi_v<btScalar> * static_cast<btScalar>(i) / kRimPoints;
      feature.points.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
    }
    return feature;
  }
  btVector3 side(direction.x(), 0, direction.z());
  side = radius * side.normalized();
  feature.points = {side + btVector3(0, half, 0), side - btVector3(0, half, 0)};
  return feature;
}

Feature supportFeature(const ConvexPart& part, const btVector3& direction) {
  if (part.faces) return faceOf(*part.faces->getConvexPolyhedron(), direction);
  if (part.core->getShapeType() == CYLINDER_SHAPE_PROXYTYPE)
    return endOrSideOf(static_cast<const btCylinderShape&>(*part.core), direction);
  if (part.core->getShapeType() == CAPSULE_SHAPE_PROXYTYPE) {
    const auto& capsule = static_cast<const btCapsuleShape&>(*part.core);
    const btVector3 end(0, capsule.getHalfHeight(), 0), side = capsule.getRadius() * direction;
    return {{end + side, side - end}, {0, 0, 0}};
  }
  return {{part.core->localGetSupportingVertex(direction)}, {0, 0, 0}};
}

/// Returns the support feature of a placed part, in world space.
Feature supportFeature(const ConvexPart& part, const btTransform& pose, const btVector3& direction) {
  Feature feature = supportFeature(part, direction * pose.getBasis());
  for (btVector3& p : feature.points) p = pose * p;
  feature.normal = pose.getBasis() * feature.normal;
  return feature;
}

/// Clips a face or an edge to the prism over another face (Sutherland and Hodgman 1974).
Points clippedTo(const Feature& face, Points points) {
  btVector3 middle(0, 0, 0);
  for (const btVector3& p : face.points) middle += p / static_cast<btScalar>(face.points.size());
  Points kept;
  for (std::size_t i = 0; i < face.points.size() && !points.empty(); ++i) {
    const btVector3& a = face.points[i];
    btVector3 outward = (face.points[(i + 1) % face.points.size()] - a).cross(face.normal);
    if (outward.dot(middle - a) > 0) outward = -outward;
    kept.clear();
    for (std::size_t k = 0; k < points.size(); ++k) {
      const btVector3 &p = points[k], &q = points[(k + 1) % points.size()];
      const btScalar dp = outward.dot(p - a), dq = outward.dot(q - a);
      if (dp <= 0) kept.push_back(p);
      if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) kept.push_back(p.lerp(q, dp / (dp - dq)));
    }
    points.swap(kept);
  }
  return points;
}

/// Receives the nearest points that GJK reports.
struct NearestFeature : btDiscreteCollisionDetectorInterface::Result {
  bool found = false;
  ContactPoint contact{};

  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normalOnB, const btVector3& pointOnB, btScalar depth) override {
    found = true;
    contact = {normalOnB, pointOnB, depth};
  }
};

NearestFeature nearestPoints(const btConvexShape& first, const btTransform& firstPose,
                             const btConvexShape& second, const btTransform& secondPose, btScalar reach) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver overlap;
  btGjkPairDetector gjk(&first, &second, &simplex, &overlap);
  btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  input.m_transformA = firstPose;
  input.m_transformB = secondPose;
  const btScalar farthestCores = reach + first.getMargin() + second.getMargin();
  input.m_maximumDistanceSquared = farthestCores * farthestCores;
  NearestFeature nearest;
  gjk.getClosestPoints(input, nearest, nullptr);
  nearest.found = nearest.found && nearest.contact.gap < reach;
  return nearest;
}

/// Adds the corners of touching faces as contacts.
/// If no face lies along the normal, only the nearest point is added.
void addContacts(const ContactPoint& nearest, const Feature& first, const Feature& second, btScalar reach,
                 std::vector<ContactPoint>& contacts) {
  const btScalar firstAlong = first.isFace() ? -first.normal.dot(nearest.normal) : -1;
  const btScalar secondAlong = second.isFace() ? second.normal.dot(nearest.normal) : -1;
  bool nearestIsOneOfThem = false;
  if (std::max(firstAlong, secondAlong) > kAlong) {
    const bool ontoSecond = secondAlong >= firstAlong;
    const Feature& face = ontoSecond ? second : first;
    const Feature& other = ontoSecond ? first : second;
    const btVector3 normal = ontoSecond ? face.normal : -face.normal;
    for (const btVector3& p : clippedTo(face, other.points)) {
      const btScalar gap = face.normal.dot(p - face.points[0]);
      if (gap >= reach) continue;
      contacts.push_back({normal, ontoSecond ? p - gap * normal : p, gap});
      nearestIsOneOfThem |= gap <= nearest.gap + 0.01f;
    }
  }
  if (!nearestIsOneOfThem) contacts.push_back(nearest);
}

void addPartContacts(const ConvexPart& first, const btTransform& firstPose, const ConvexPart& second,
                     const btTransform& secondPose, btScalar reach, std::vector<ContactPoint>& contacts) {
  const NearestFeature nearest = nearestPoints(*first.core, firstPose, *second.core, secondPose, reach);
  if (!nearest.found) return;
  addContacts(nearest.contact, supportFeature(first, firstPose, -nearest.contact.normal),
              supportFeature(second, secondPose, nearest.contact.normal), reach, contacts);
}

void addPartContacts(const ConvexPart& part, const btTransform& pose, const PlaneCollider& halfSpace,
                     const btTransform& halfSpacePose, btScalar reach, std::vector<ContactPoint>& contacts) {
  const btVector3 normal = halfSpacePose.getBasis() * halfSpace.normal;
  const btScalar offset = halfSpace.offset + normal.dot(halfSpacePose.getOrigin());
  Feature feature = supportFeature(part, pose, -normal);
  // The face most aligned with the plane need not contain the lowest corner, so the lowest vertex is added.
  if (part.faces)
    feature.points.push_back(pose *
                             part.faces->localGetSupportingVertexWithoutMargin(-normal * pose.getBasis()));
  for (const btVector3& p : feature.points)
    if (const btScalar gap = normal.dot(p) - offset; gap < reach)
      contacts.push_back({normal, p - gap * normal, gap});
}

/// Collects contacts between a convex part and nearby triangles of a mesh.
class TriangleContacts : public btTriangleCallback {
 public:
  TriangleContacts(const ConvexPart& part, const btTransform& pose, const btTransform& meshPose,
                   btScalar reach, std::vector<ContactPoint>& contacts)
      : part_(part), pose_(pose), meshPose_(meshPose), reach_(reach), contacts_(contacts) {}

  void processTriangle(btVector3* corners, int, int) override {
    btVector3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    if (normal.fuzzyZero()) return;
    normal = meshPose_.getBasis() * normal.normalized();
    // Early out: most triangles near a part's bounding box are separated from the part by a plane, or the
    // part is past them.
    const btVector3 corner = meshPose_ * corners[0];
    const btVector3 deepest = farthestAlong(-normal);
    if (normal.dot(deepest - corner) >= reach_ || normal.dot(farthestAlong(normal) - corner) <= 0) return;
    const btVector3 across = (corner - pose_.getOrigin()).normalized();
    const btVector3 back = across * meshPose_.getBasis();
    const btScalar nearestCorner =
        std::min({back.dot(corners[0]), back.dot(corners[1]), back.dot(corners[2])});
    if (nearestCorner + across.dot(meshPose_.getOrigin() - farthestAlong(across)) >= reach_) return;
    btTriangleShape triangle(corners[0], corners[1], corners[2]);
    triangle.setMargin(0);
    NearestFeature nearest = nearestPoints(*part_.core, pose_, triangle, meshPose_, reach_);
    if (!nearest.found) return;
    ContactPoint& contact = nearest.contact;
    if (contact.normal.dot(normal) < 0) {
      // The part is on the back side of the triangle. A triangle without overlap is then the far side of
      // something thin and is ignored. A triangle that the part crosses pushes the part back to the front
      // side.
      if (contact.gap >= 0) return;
      contact.normal = normal;
      contact.gap = normal.dot(deepest - corner);
      contact.place = deepest - contact.gap * normal;
    }
    const Feature face{{meshPose_ * corners[0], meshPose_ * corners[1], meshPose_ * corners[2]}, normal};
    found_.clear();
    addContacts(contact, supportFeature(part_, pose_, -contact.normal), face, reach_, found_);
    for (const ContactPoint& c : found_) (c.normal.dot(normal) > kOnFace ? faces_ : edges_).push_back(c);
  }

  /// Removes edge and corner contacts that lie in a face which the part touches as well.
  /// Otherwise a body that rolls over a floor of triangles would collide with the internal edges.
  void removeInternalEdges() {
    const auto inAFace = [&](const ContactPoint& edge) {
      return std::any_of(faces_.begin(), faces_.end(), [&](const ContactPoint& face) {
        return std::abs(face.normal.dot(edge.place - face.place)) < kInFace;
      });
    };
    edges_.erase(std::remove_if(edges_.begin(), edges_.end(), inAFace), edges_.end());
    contacts_.insert(contacts_.end(), faces_.begin(), faces_.end());
    contacts_.insert(contacts_.end(), edges_.begin(), edges_.end());
  }

 private:
  [[nodiscard]] btVector3 farthestAlong(const btVector3& direction) const {
    return pose_ * part_.core->localGetSupportingVertex(direction * pose_.getBasis());
  }

  const ConvexPart& part_;
  const btTransform &pose_, &meshPose_;
  btScalar reach_;
  std::vector<ContactPoint>& contacts_;
  std::vector<ContactPoint> found_, faces_, edges_;
};

void addPartContacts(const ConvexPart& part, const btTransform& pose, const TriangleSoup& triangles,
                     const btTransform& meshPose, btScalar reach, std::vector<ContactPoint>& contacts) {
  btVector3 lower, upper;
  part.core->getAabb(meshPose.inverseTimes(pose), lower, upper);
  const btVector3 wider(reach, reach, reach);
  TriangleContacts callback(part, pose, meshPose, reach, contacts);
  triangles.tree->processAllTriangles(&callback, lower - wider, upper + wider);
  callback.removeInternalEdges();
}

/// Broad-phase test: returns true if the parts' bounding boxes, wider by the reach, overlap.
bool boxesMeet(const ConvexPart& first, const btTransform& firstPose, const ConvexPart& second,
               const btTransform& secondPose, btScalar reach) {
  btVector3 lower, upper, otherLower, otherUpper;
  first.core->getAabb(firstPose, lower, upper);
  second.core->getAabb(secondPose, otherLower, otherUpper);
  for (int k = 0; k < 3; ++k)
    if (lower[k] > otherUpper[k] + reach || otherLower[k] > upper[k] + reach) return false;
  return true;
}

void touchFixed(const Collider& convex, const btTransform& pose, const Collider& fixed,
                const btTransform& fixedPose, btScalar reach, std::vector<ContactPoint>& contacts) {
  for (const ConvexPart& part : convex.parts) {
    for (const PlaneCollider& halfSpace : fixed.halfSpaces)
      addPartContacts(part, pose, halfSpace, fixedPose, reach, contacts);
    if (fixed.triangles) addPartContacts(part, pose, *fixed.triangles, fixedPose, reach, contacts);
  }
}

}  // namespace

void findContacts(const Collider& first, const btTransform& firstPose, const Collider& second,
                  const btTransform& secondPose, btScalar reach, std::vector<ContactPoint>& contacts) {
  for (const ConvexPart& a : first.parts)
    for (const ConvexPart& b : second.parts)
      if (boxesMeet(a, firstPose, b, secondPose, reach))
        addPartContacts(a, firstPose, b, secondPose, reach, contacts);
  touchFixed(first, firstPose, second, secondPose, reach, contacts);
  const std::size_t swapped = contacts.size();
  touchFixed(second, secondPose, first, firstPose, reach, contacts);
  for (std::size_t i = swapped; i < contacts.size(); ++i) {
    contacts[i].place += contacts[i].gap * contacts[i].normal;
    contacts[i].normal = -contacts[i].normal;
  }
}

}  // namespace ooze
