// Bounding volume hierarchy (AABB tree) over triangles, for nearest distance and winding number queries.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// An AABB tree over the triangles of a mesh.
class TriangleTree {
 public:
  /// Builds the tree. Triangles without area are left out.
  explicit TriangleTree(const Mesh& mesh);

  [[nodiscard]] bool empty() const { return nodes_.empty(); }

  struct NearestTriangle {
    float distance;  ///< unsigned distance from the point to the triangle [m]
    /// Index in the tree's own numbering; kNone if no triangle is within the bound.
    std::uint32_t triangle;
  };
  static constexpr std::uint32_t kNone = ~0u;

  /// Returns the nearest triangle and its unsigned distance, exact to float rounding.
  /// @param atMost  an upper bound that the caller knows [m]; the result is never above it
  /// @param guess   index of a triangle near p, which saves most of the search; kNone if none is known
  [[nodiscard]] NearestTriangle nearest(const Vec3& p, float atMost, std::uint32_t guess) const;

  /// Returns the point of a triangle that is nearest to p [m].
  [[nodiscard]] Vec3 nearestPoint(const Vec3& p, std::uint32_t triangle) const;

  /// Returns the unit normal of a triangle.
  [[nodiscard]] Vec3 normalOf(std::uint32_t triangle) const;

  /// Returns the index that a triangle has in the mesh.
  [[nodiscard]] std::uint32_t sourceOf(std::uint32_t triangle) const { return triangles_[triangle].source; }

  /// Returns the thickness of the solid behind a point of a triangle: the length of the ray that enters there
  /// at a right angle, up to the nearest triangle that faces the other way.
  /// @param p      a point of the triangle [m]
  /// @param reach  greatest thickness of interest [m]
  /// @return the thickness, at most `reach` [m]
  [[nodiscard]] float thickness(const Vec3& p, std::uint32_t triangle, float reach) const;

  /// Returns the unsigned distance to the nearest triangle [m].
  /// @param atMost  an upper bound that the caller knows [m]; the result is never above it
  [[nodiscard]] float distance(const Vec3& p, float atMost = std::numeric_limits<float>::infinity()) const {
    return nearest(p, atMost, kNone).distance;
  }

  /// Returns the generalised winding number [1]: about 1 inside a closed mesh that faces outward, 0 outside.
  /// Near holes the number lies in between. Far clusters of triangles count as one dipole, with an error of a
  /// few hundredths.
  /// @see Jacobson, Kavan and Sorkine-Hornung 2013; Barill et al. 2018
  [[nodiscard]] float windingNumber(const Vec3& p) const;

 private:
  struct Triangle {
    Vec3 a, b, c;
    std::uint32_t source;  // index in the mesh
  };
  struct BoxTreeNode {
    Aabb box;
    std::uint32_t first, count;  // triangles of a leaf; count is 0 in an inner node
    std::uint32_t right;         // index of the right child node; the left child follows its parent
    // Dipole approximation of the cluster.
    Vec3 centre;  // area-weighted centre of the cluster's triangles
    Vec3 dipole;  // sum of area times normal over the cluster's triangles
    float reach;  // squared distance from which the dipole approximation is used
  };
  static constexpr int kStack = 64;  // capacity of the stack of nodes: halving 2^32 triangles needs 32 levels

  void build(std::size_t first, std::size_t last);
  void summarise(BoxTreeNode& node, std::size_t first, std::size_t last) const;

  std::vector<Triangle> triangles_;  // triangles in the order of the tree's leaves
  std::vector<BoxTreeNode> nodes_;
};

}  // namespace ooze
